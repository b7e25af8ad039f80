"""Trips of tables through a database, and what must hold of each."""

import collections
import csv
import json
import tempfile

import engines
from engine_case import EngineCase
from trip import Trip, kanon


class TripCase(EngineCase):
    def setUp(self):
        self.home = self.enterContext(tempfile.TemporaryDirectory(prefix="kanon-databases-"))

    def trip(self, columns, rows, recipe):
        return Trip(self.engine, tempfile.mkdtemp(dir=self.home), columns, rows, recipe)

    def assert_released_as_by_kanon(self, trip):
        """The view's rows are those of Kanon's own release of the same table, in any order."""
        table = trip.path("table.csv")
        texts = ", ".join(f"CAST({trip.engine.name(name)} AS {trip.engine.types['text']})" for name in trip.columns)
        _, as_text = trip.engine.ask(f"SELECT {texts} FROM {trip.table}")
        engines.write(table, trip.columns, as_text)
        recipe = dict(trip.recipe, dialect=dict(trip.recipe.get("dialect", {}), header=True))
        trip.write_json("own.json", recipe)
        kanon("anonymize", table, "--recipe", trip.path("own.json"), "--report", trip.path("own.report.json"), "--out", trip.path("own.csv"))
        with open(trip.path("own.csv"), encoding="utf-8", newline="") as file:
            own_header, *own = csv.reader(file)
        header, released = trip.released()
        self.assertEqual(sorted(header), sorted(own_header))
        in_order = lambda names, row: tuple("" if row[names.index(name)] is None else str(row[names.index(name)]) for name in sorted(header))
        self.assertEqual(
            collections.Counter(in_order(list(header), row) for row in released),
            collections.Counter(in_order(own_header, row) for row in own),
        )
        for key in ["policy", "loss", "suppressed_records", "classes"]:
            self.assertEqual(json.loads(trip.text("report.json"))[key], json.loads(trip.text("own.report.json"))[key], key)

    def assert_passed(self, trip):
        """The scripts of verification find nothing, and the rows are those of Kanon's own release."""
        self.assertEqual(trip.verdict()["verdict"], "passed")
        self.assertEqual(trip.wrong_classes(), [])
        self.assert_released_as_by_kanon(trip)
