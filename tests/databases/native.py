"""A benchmark, run by hand: a large file is released by `kanon anonymize` without a database, by one thread and by two.

The file has ten columns, of which seven and then all ten are quasi-identifiers. It prints the seconds of the
processor and the memory for each number of threads. The bytes of the release and of the report must be the same.

    KANON=path/to/kanon python native.py 10000000

KANON_BEFORE names a second program, which is measured beside it on the same file. THREADS are `1 2` unless it is
set.
"""

import hashlib
import json
import os
import sys
import tempfile

import duckdb

import trip
from scale import RECIPE, TABLE


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def without_work(path):
    """A report without its seconds, and without the number of boxes, which differs with several threads."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    return {name: value for name, value in report.items() if name not in ["seconds", "boxes_looked_at", "policies_evaluated", "open_boxes", "policies_checked"]}


# What is a quasi-identifier beside the seven, where all ten columns are: a doctor takes the place of the visit's number.
OTHERS = {
    "diagnosis": {"role": "quasi-identifier", "hierarchy": {"mask": {"from": "right"}}},
    "cost": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [100, 1000]}}},
    "doctor": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10, 100, 1000]}}},
}
TABLES = {
    7: "SELECT * REPLACE (strftime(month, '%Y-%m-%d') AS month) FROM visits",
    10: "SELECT * EXCLUDE (visit) REPLACE (strftime(month, '%Y-%m-%d') AS month), hash(visit, 10) % 5000 AS doctor FROM visits",
}


def run(rows, folder):
    path = lambda name: os.path.join(folder, name)
    database = duckdb.connect(path("visits.duckdb"))
    database.execute(TABLE.format(rows=rows))
    for quasi_identifiers, table in TABLES.items():
        database.execute(f"COPY ({table}) TO '{path(f'{quasi_identifiers}.csv')}' (FORMAT csv, HEADER)")
    database.close()
    asked = json.loads(RECIPE)
    for column in asked["columns"].values():
        # From all values: nearly every record is the only one of its kind.
        column.pop("min_level", None)
    print(f"\n{rows:,} rows, {os.path.getsize(path('7.csv')) >> 20:,} MB\n\n| quasi-identifiers | program | threads | of the processor | memory | release |\n|---|---|---|---|---|---|", flush=True)
    for quasi_identifiers in TABLES:
        if quasi_identifiers == 10:
            del asked["columns"]["visit"]
            asked["columns"] |= OTHERS
        with open(path("recipe.json"), "w", encoding="utf-8") as file:
            json.dump(asked, file)
        measure(quasi_identifiers, path)


def measure(quasi_identifiers, path):
    release, report = path("release.csv"), path("report.json")
    found = []
    for threads in os.environ.get("THREADS", "1 2").split():
        for name in ["KANON_BEFORE", "KANON"]:
            if name not in os.environ:
                continue
            trip.KANON = os.environ[name]
            seconds, memory = trip.measured("anonymize", path(f"{quasi_identifiers}.csv"), "--recipe", path("recipe.json"), "--report", report, "--out", release, "--threads", threads)
            found.append((digest(release), without_work(report)))
            print(f"| {quasi_identifiers} | {name} | {threads} | {seconds:.1f} s | {memory:,} MB | {found[-1][0][:12]} |", flush=True)
    assert all(each == found[0] for each in found), "the releases or their reports differ"


if __name__ == "__main__":
    for asked in sys.argv[1:]:
        with tempfile.TemporaryDirectory(prefix="kanon-native-") as home:
            run(int(asked), home)
