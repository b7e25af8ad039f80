"""The examples of the book's chapter on databases, pasted as they are printed there, over the book's own table."""

import csv
import os
import re
import shutil
import subprocess
import tempfile
import unittest.mock
from pathlib import Path

from engine_case import EngineCase

BOOK = Path(__file__).parents[2] / "docs/src"
KINDS = ["whole", "text", "text", "text"]


def example(title):
    """The one example under a title."""
    chapter = (BOOK / "databases.md").read_text(encoding="utf-8")
    [_, rest] = chapter.split(f"\n## {title}\n")
    [code] = re.findall(r"^```(?:python|bash)\n(.*?)^```$", rest.split("\n## ")[0], re.DOTALL | re.MULTILINE)
    return code


class Examples(EngineCase):
    """An example ends without an error only if its release is verified; then its rows are looked at."""

    def setUp(self):
        home = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="kanon-examples-")))
        shutil.copy(BOOK / "data/visits.kanon.json", home)
        # What is pasted calls `kanon`, and knows files by their names alone.
        os.symlink(os.path.abspath(os.environ["KANON"]), home / "kanon")
        self.enterContext(unittest.mock.patch.dict(os.environ, {"PATH": f"{home}{os.pathsep}{os.environ['PATH']}"}))
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(home)
        with open(BOOK / "data/visits.csv", encoding="utf-8", newline="") as file:
            self.header, *self.rows = csv.reader(file)

    def fill(self, engine):
        columns = ", ".join(f"{name} {engine.types[kind]}" for name, kind in zip(self.header, KINDS))
        engine.run(f"CREATE TABLE visits ({columns})")
        engine.fill("visits", self.rows)

    def test_the_example_makes_a_verified_release(self):
        getattr(self, self.engine.dialect)()

    def assert_released(self, rows):
        self.assertEqual(len(rows), len(self.rows))
        self.assertTrue(all(len(row) == len(self.header) for row in rows))
        sizes = {}
        for row in rows:
            sizes[tuple(row[:3])] = sizes.get(tuple(row[:3]), 0) + 1
        self.assertGreater(len(sizes), 1)
        self.assertTrue(all(size >= 3 for labels, size in sizes.items() if labels != ("*", "*", "*")))

    def duckdb(self):
        import duckdb

        kept = self.engine.session
        self.engine.session = duckdb.connect("visits.duckdb")
        self.fill(self.engine)
        self.engine.session.close()
        self.engine.session = kept
        exec(example("DuckDB"), {})
        self.assert_released(duckdb.sql("SELECT * FROM 'release.parquet'").fetchall())

    def postgres(self):
        self.fill(self.engine)
        where = {"PGHOST": self.engine.home, "PGUSER": "kanon", "PGDATABASE": "postgres", "PATH": f"{os.path.dirname(os.environ['INITDB'])}{os.pathsep}{os.environ['PATH']}"}
        done = subprocess.run(["bash", "-c", example("PostgreSQL")], env=os.environ | where, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open("release.csv", encoding="utf-8", newline="") as file:
            _, *rows = csv.reader(file)
        self.assert_released(rows)

    def spark(self):
        self.fill(self.engine)
        exec(example("Spark"), {"spark": self.engine.session})
        self.assert_released([tuple(row) for row in self.engine.session.table("visits_release").collect()])
