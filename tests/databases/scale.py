"""A large table in DuckDB, from the check to the verified release, by an extract at the lowest levels: time and
memory of every part.

    KANON=path/to/kanon python scale.py 1000000 10000000
"""

import os
import resource
import subprocess
import sys
import tempfile
import time

import duckdb

import engines

KANON = os.environ["KANON"]

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


class Round:
    """One table on its way, in a folder of its own."""

    def __init__(self, rows, folder):
        self.folder = folder
        self.rows = rows
        self.database = duckdb.connect(os.path.join(folder, "visits.duckdb"))
        self.database.execute(f"SET memory_limit = '{os.environ.get('DUCKDB_MEMORY', '6GB')}'")
        self.database.execute(f"SET temp_directory = '{folder}/spilled'")

    def path(self, name):
        return os.path.join(self.folder, name)

    def text(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def part(self, name, work):
        """Tells how long a part takes, and the most memory that this process has had so far."""
        began = time.monotonic()
        told = work() or ""
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        print(f"| {name} | {time.monotonic() - began:.1f} s | {most:,} MB | {told} |", flush=True)

    def kanon(self, *arguments):
        """Runs `kanon`, and says its memory, which is its own."""
        done = subprocess.run(["/usr/bin/time", "-f", "%M", KANON, *arguments], capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"{arguments}: {done.stderr}")
        return f"{int(done.stderr.split()[-1]) >> 10:,} MB of its own"

    def sql(self, *more):
        return self.kanon("sql", *more, "--recipe", self.path("recipe.json"), "--dialect", "duckdb", "--table", "visits", "--out", self.folder)

    def take(self, script, file):
        query = engines.query_of(self.text(script))
        self.database.execute(f"COPY ({query}) TO '{self.path(file)}' (FORMAT csv, HEADER, FORCE_QUOTE *)")
        [[rows]] = self.database.execute(f"SELECT COUNT(*) FROM read_csv('{self.path(file)}', all_varchar = true)").fetchall()
        return f"{rows:,} rows, {os.path.getsize(self.path(file)) >> 20:,} MB"

    def ask(self, script):
        return self.database.execute(engines.query_of(self.text(script))).fetchall()

    def count(self, query):
        [[rows]] = self.database.execute(query).fetchall()
        return f"{rows:,} rows"

    def run(self):
        print(f"\n{self.rows:,} rows\n\n| part | time | most memory so far | |\n|---|---|---|---|", flush=True)
        with open(self.path("recipe.json"), "w", encoding="utf-8") as file:
            file.write(RECIPE)
        self.part("the table is made", lambda: self.database.execute(TABLE.format(rows=self.rows)) and None)
        self.part("kanon sql", lambda: self.sql())
        self.part("0-check.sql", lambda: f"{len(self.ask('0-check.sql'))} lines")
        values = ["--values", self.path("values.csv")]
        self.part("0-values.sql", lambda: self.take("0-values.sql", "values.csv"))
        self.part("kanon sql, with the values", lambda: self.sql(*values))
        self.part("1-groups.sql", lambda: self.database.execute(self.text("1-groups.sql")) and None)
        self.part("1-extract.sql", lambda: self.take("1-extract.sql", "extract.csv"))
        self.part("kanon anonymize", lambda: self.kanon("anonymize", self.path("extract.csv"), *values, "--recipe", self.path("extract.kanon.json"), "--report", self.path("report.json"), "--out", self.path("unused.csv")))
        self.part("kanon sql, with the policy", lambda: self.sql(self.path("extract.csv"), *values, "--report", self.path("report.json")))
        self.part("2-map.sql", lambda: self.database.execute(self.text("2-map.sql")) and None)
        self.part("3-release.sql", lambda: self.database.execute(self.text("3-release.sql")) and None)
        self.part("4-verify.sql", self.verify)
        self.part("6-differences.sql", self.differences)
        self.part("the release as a file", lambda: self.database.execute(f"COPY kanon_release TO '{self.path('release.parquet')}'") and None)
        self.database.close()

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
