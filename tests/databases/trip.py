"""One table on its way through one database and back."""

import csv
import itertools
import json
import os
import subprocess

import engines

KANON = os.environ["KANON"]
NUMBERS = itertools.count()


def kanon(*arguments, expected=0):
    done = subprocess.run([KANON, *arguments], capture_output=True, text=True)
    if done.returncode != expected:
        raise AssertionError(f"kanon {' '.join(arguments)}: {done.returncode}\n{done.stderr}")
    return done


def measured(*arguments):
    """Runs `kanon`, and gives its seconds of the processor and the most megabytes that were resident."""
    done = subprocess.run(["/usr/bin/time", "-f", "%U %S %M", KANON, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"kanon {' '.join(arguments)}: {done.stderr}")
    user, system, kilobytes = done.stderr.split()[-3:]
    return float(user) + float(system), int(kilobytes) >> 10


class Trip:
    """One table, one recipe, one database."""

    def __init__(self, engine, folder, columns, rows, recipe):
        self.engine, self.folder, self.columns, self.recipe = engine, folder, columns, recipe
        self.schema = f"s{next(NUMBERS)}"
        self.table = f"{self.schema}.{engine.name(engine.table)}"
        kinds = ", ".join(f"{engine.name(name)} {engine.types[kind]}" for name, kind in columns.items())
        engine.run(f"CREATE SCHEMA {self.schema};\nCREATE TABLE {self.table} ({kinds});\n")
        engine.fill(self.table, rows)
        self.write_json("recipe.json", recipe)
        self.base = ["sql", "--dialect", engine.dialect, "--recipe", self.path("recipe.json"), "--table", f'{self.schema}."{engine.table}"', "--into", self.schema, "--out", folder]

    def path(self, name):
        return os.path.join(self.folder, name)

    def text(self, name):
        with open(self.path(name), encoding="utf-8", newline="") as file:
            return file.read()

    def write_json(self, name, content):
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump(content, file)

    def write(self):
        kanon(*self.base)

    def write_policy(self):
        kanon(*self.base, self.path("extract.csv"), "--report", self.path("report.json"))

    def take(self, script, name):
        """The result of a script as a file."""
        header, rows = self.engine.ask(self.text(script))
        engines.write(self.path(name), header, rows)

    def search(self, at_min_levels=False):
        """From the table to the scripts of its best policy; at the recipe's lowest levels, by way of its values."""
        self.write()
        values = []
        if at_min_levels:
            self.take("0-values.sql", "values.csv")
            values = ["--values", self.path("values.csv")]
            self.base += values
            self.write()
            self.engine.run(self.text("1-groups.sql"))
        self.take("1-extract.sql", "extract.csv")
        kanon("anonymize", self.path("extract.csv"), *values, "--recipe", self.path("extract.kanon.json"), "--report", self.path("report.json"), "--out", self.path("unused.csv"))
        self.write_policy()

    def rows_of_extract(self):
        with open(self.path("extract.csv"), encoding="utf-8", newline="") as file:
            return sum(1 for _ in csv.reader(file)) - 1

    def release(self):
        for name in ["2-map.sql", "3-release.sql"]:
            self.engine.run(self.text(name))
        with open(self.path("expected_classes.csv"), encoding="utf-8", newline="") as file:
            _, *rows = csv.reader(file)
        # As DuckDB and PostgreSQL read the file by themselves.
        rows = [[cell or None for cell in row] for row in rows]
        self.engine.fill(f"{self.schema}.kanon_expected", rows)

    def verdict(self):
        header, [row] = self.engine.ask(self.text("4-verify.sql"))
        return dict(zip(header, row))

    def wrong_classes(self):
        return self.engine.ask(self.text("5-failing.sql"))[1] + self.engine.ask(self.text("6-differences.sql"))[1]

    def released(self):
        return self.engine.ask(f"SELECT * FROM {self.schema}.kanon_release")
