"""A benchmark, run by hand: a large table in DuckDB goes from the check to the verified release, by an extract at the
lowest levels.

It prints the time, the seconds of the processor, the memory and the spilled bytes of every part.

    KANON=path/to/kanon python scale.py 1000000 10000000

DUCKDB_MEMORY is the most memory that DuckDB takes, TMPDIR the folder of the table and of spilled bytes. `native.py`
has a table of the same kind as a file, which is released without a database.
"""

import json
import os
import sys
import tempfile
import threading
import time

import duckdb

import engines
from trip import measured

# Ages bunch around 40, places are few large and many small, days lie in two years: as in a registry of visits.
TABLE = """
CREATE TABLE visits AS
SELECT
    CAST(greatest(0, least(99, round(40 + 22 * sqrt(-2 * ln(1 - u1)) * cos(2 * pi() * u2)))) AS INTEGER) AS age,
    CASE WHEN u3 < 0.497 THEN 'm' ELSE 'f' END AS sex,
    lpad(CAST(CAST(floor(1000 * u4 * u4 * u4) AS INTEGER) AS VARCHAR), 3, '0') AS zip,
    CAST(floor(6 * u5 * u5) AS INTEGER) AS education,
    CAST(floor(5 * u6 * u6) AS INTEGER) AS marital,
    DATE '2024-01-01' + CAST(floor(24 * u7) AS INTEGER) * INTERVAL 1 MONTH AS month,
    CAST(floor(12 * u8 * u8) AS INTEGER) AS ward,
    chr(65 + CAST(floor(26 * u9) AS INTEGER)) || CAST(floor(100 * u9 * u9) AS INTEGER) AS diagnosis,
    CAST(floor(10000 * u1 * u9) AS INTEGER) AS cost,
    i AS visit
FROM (
    SELECT i, (hash(i, 1) % 1000003) / 1000003.0 AS u1, (hash(i, 2) % 1000003) / 1000003.0 AS u2,
        (hash(i, 3) % 1000003) / 1000003.0 AS u3, (hash(i, 4) % 1000003) / 1000003.0 AS u4,
        (hash(i, 5) % 1000003) / 1000003.0 AS u5, (hash(i, 6) % 1000003) / 1000003.0 AS u6,
        (hash(i, 7) % 1000003) / 1000003.0 AS u7, (hash(i, 8) % 1000003) / 1000003.0 AS u8,
        (hash(i, 9) % 1000003) / 1000003.0 AS u9
    FROM range({rows}) AS r(i)
)
"""

RECIPE = """{"kanon": 1, "columns": {
    "age": {"role": "quasi-identifier", "min_level": 1, "hierarchy": {"intervals": {"widths": [5, 10, 20]}}},
    "sex": {"role": "quasi-identifier"},
    "zip": {"role": "quasi-identifier", "min_level": 1, "hierarchy": {"mask": {"from": "right"}}},
    "education": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2]}}},
    "marital": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2]}}},
    "month": {"role": "quasi-identifier", "min_level": 1, "hierarchy": {"dates": {"units": ["quarter", "year"]}}},
    "ward": {"role": "quasi-identifier", "min_level": 1, "hierarchy": {"intervals": {"widths": [3]}}},
    "diagnosis": {"role": "sensitive"}, "cost": {"role": "insensitive"}, "visit": {"role": "identifier"}
}, "privacy": {"k": 10, "suppression_limit": 0.02}}"""


class Watched:
    """What a part took: time, seconds of the processor, the most memory of this process, the most bytes in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.spilled = 0
        self.is_done = threading.Event()

    def __enter__(self):
        # From here on the peak is that of this part.
        with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")
        self.processor = time.process_time()
        self.began = time.monotonic()
        self.watch = threading.Thread(target=self.look)
        self.watch.start()
        return self

    def look(self):
        while not self.is_done.wait(0.2):
            try:
                sizes = [entry.stat().st_size for entry in os.scandir(self.folder)]
            except FileNotFoundError:
                continue
            self.spilled = max(self.spilled, sum(sizes))

    def __exit__(self, *_):
        self.time = time.monotonic() - self.began
        self.processor = time.process_time() - self.processor
        self.is_done.set()
        self.watch.join()
        with open("/proc/self/status", encoding="ascii") as file:
            [peak] = [line for line in file if line.startswith("VmHWM")]
        self.memory = int(peak.split()[1]) >> 10


class Round:
    """One table on its way, in a folder of its own."""

    def __init__(self, rows, folder):
        self.folder = folder
        self.rows = rows
        self.database = duckdb.connect(os.path.join(folder, "visits.duckdb"))
        self.database.execute(f"SET memory_limit = '{os.environ.get('DUCKDB_MEMORY', '8GB')}'")
        self.database.execute(f"SET temp_directory = '{self.path('spilled')}'")

    def path(self, name):
        return os.path.join(self.folder, name)

    def text(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def part(self, name, work):
        """Tells what a part took. Of `kanon`, which is a process of its own, `work` tells it."""
        with Watched(self.path("spilled")) as watched:
            told = work() or ""
        took = f"{watched.time:.1f} s | {watched.processor:.1f} s | {watched.memory:,} MB | {watched.spilled >> 20:,} MB"
        print(f"| {name} | {took} | {told} |", flush=True)

    def kanon(self, *arguments):
        seconds, memory = measured(*arguments)
        return f"its own: {seconds:.1f} s of the processor, {memory:,} MB"

    def sql(self, *more):
        return self.kanon("sql", *more, "--recipe", self.path("recipe.json"), "--dialect", "duckdb", "--table", "visits", "--out", self.folder)

    def take(self, script, file):
        query = engines.query_of(self.text(script))
        self.database.execute(f"COPY ({query}) TO '{self.path(file)}' (FORMAT csv, HEADER, FORCE_QUOTE *)")
        [[rows]] = self.database.execute(f"SELECT COUNT(*) FROM read_csv('{self.path(file)}', all_varchar = true)").fetchall()
        return f"{rows:,} rows, {os.path.getsize(self.path(file)) >> 20:,} MB"

    def ask(self, script):
        return self.database.execute(engines.query_of(self.text(script))).fetchall()

    def run(self):
        print(f"\n{self.rows:,} rows\n\n| part | time | of the processor | memory | spilled | |\n|---|---|---|---|---|---|", flush=True)
        with open(self.path("recipe.json"), "w", encoding="utf-8") as file:
            file.write(RECIPE)
        self.part("the table is made", self.make)
        self.part("kanon sql", lambda: self.sql())
        self.part("0-check.sql", self.check)
        values = ["--values", self.path("values.csv")]
        self.part("0-values.sql", lambda: self.take("0-values.sql", "values.csv"))
        self.part("kanon sql, with the values", lambda: self.sql(*values))
        self.part("1-groups.sql", lambda: self.database.execute(self.text("1-groups.sql")) and None)
        self.part("1-extract.sql", lambda: self.take("1-extract.sql", "extract.csv"))
        self.part("kanon anonymize", lambda: self.search(values))
        self.part("kanon sql, with the policy", lambda: self.sql(self.path("extract.csv"), *values, "--report", self.path("report.json")))
        self.part("2-map.sql", lambda: self.database.execute(self.text("2-map.sql")) and None)
        self.part("3-release.sql", lambda: self.database.execute(self.text("3-release.sql")) and None)
        self.part("4-verify.sql", self.verify)
        self.part("6-differences.sql", self.differences)
        self.part("the release as a file", lambda: self.database.execute(f"COPY kanon_release TO '{self.path('release.parquet')}'") and None)
        self.database.close()

    def make(self):
        self.database.execute(TABLE.format(rows=self.rows))
        self.database.execute("CHECKPOINT")
        return f"{os.path.getsize(self.path('visits.duckdb')) >> 20:,} MB"

    def check(self):
        found = {what: records for what, _, _, records in self.ask("0-check.sql")}
        return f"{found['records']:,} records, {found['distinct tuples']:,} distinct tuples"

    def search(self, values):
        told = self.kanon("anonymize", self.path("extract.csv"), *values, "--recipe", self.path("extract.kanon.json"), "--report", self.path("report.json"), "--out", self.path("unused.csv"))
        report = json.loads(self.text("report.json"))
        assert report["optimal"]
        return f"{told}; the search alone: {report['seconds']:.1f} s"

    def verify(self):
        [row] = self.ask("4-verify.sql")
        assert row[-1] == "passed", row
        return f"passed: {row[0]:,} records, {row[2]:,} suppressed, {row[5]:,} classes"

    def differences(self):
        self.database.execute(f"COPY kanon_expected FROM '{self.path('expected_classes.csv')}' (FORMAT csv, HEADER)")
        assert self.ask("6-differences.sql") == []


if __name__ == "__main__":
    for asked in sys.argv[1:]:
        with tempfile.TemporaryDirectory(prefix="kanon-scale-") as home:
            Round(int(asked), home).run()
