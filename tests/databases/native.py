"""A large table as a file of ten columns, released by `kanon anonymize` without a database: seconds of the processor and
memory by number of threads, with seven of the columns as quasi-identifiers and with all ten. The bytes of the release
and of the report must be the same.

    KANON=path/to/kanon python native.py 10000000

Another program is measured beside it, on the same file, where KANON_BEFORE names it. THREADS are `1 2` where it is not
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


# What makes quasi-identifiers of the other three, one of which has a value of its own in every row.
OTHERS = {
    "diagnosis": {"role": "quasi-identifier", "hierarchy": {"mask": {"from": "right"}}},
    "cost": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [100, 1000]}}},
    "visit": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [1000, 100_000, 1_000_000]}}},
}


def run(rows, folder):
    data, recipe = os.path.join(folder, "visits.csv"), os.path.join(folder, "recipe.json")
    database = duckdb.connect(os.path.join(folder, "visits.duckdb"))
    database.execute(TABLE.format(rows=rows))
    database.execute(f"COPY (SELECT * REPLACE (strftime(month, '%Y-%m-%d') AS month) FROM visits) TO '{data}' (FORMAT csv, HEADER)")
    database.close()
    asked = json.loads(RECIPE)
    for column in asked["columns"].values():
        # From all values: nearly every record is the only one of its kind.
        column.pop("min_level", None)
    print(f"\n{rows:,} rows, {os.path.getsize(data) >> 20:,} MB\n\n| quasi-identifiers | program | threads | of the processor | memory | release |\n|---|---|---|---|---|---|", flush=True)
    for more in [{}, OTHERS]:
        asked["columns"] |= more
        with open(recipe, "w", encoding="utf-8") as file:
            json.dump(asked, file)
        measure(len(more) + 7, data, recipe, folder)


def measure(quasi_identifiers, data, recipe, folder):
    release, report = os.path.join(folder, "release.csv"), os.path.join(folder, "report.json")
    found = []
    for threads in os.environ.get("THREADS", "1 2").split():
        for name in ["KANON_BEFORE", "KANON"]:
            if name not in os.environ:
                continue
            trip.KANON = os.environ[name]
            seconds, memory = trip.measured("anonymize", data, "--recipe", recipe, "--report", report, "--out", release, "--threads", threads)
            found.append((digest(release), without_work(report)))
            print(f"| {quasi_identifiers} | {name} | {threads} | {seconds:.1f} s | {memory:,} MB | {found[-1][0][:12]} |", flush=True)
    assert all(each == found[0] for each in found), "the releases or their reports differ"


if __name__ == "__main__":
    for asked in sys.argv[1:]:
        with tempfile.TemporaryDirectory(prefix="kanon-native-") as home:
            run(int(asked), home)
