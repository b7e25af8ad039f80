"""A table goes through a database and back: the scripts of `kanon sql` are run, and held against Kanon's own release.

This is the program that runs all tests of this folder, in real DuckDB, PostgreSQL and Spark. It takes a table of
nasty names and values, and tables under every measure. The view's rows must be those of Kanon's own release. A value
that came later, and a release that was changed, must fail. `cargo xtask test --long` runs it.

    KANON=path/to/kanon python round_trip.py
"""

import random
import sys
import unittest

import engines
import grammar
import nasty
from examples import Examples
from trip_case import TripCase
from whole_tables import WholeTables


class RoundTrip(TripCase):
    def test_a_nasty_table_is_released_as_by_kanon_itself(self):
        rows = list(nasty.rows(1500))
        columns = nasty.columns(self.engine.dialect)
        trip = self.trip(columns, rows, nasty.recipe(columns))
        trip.search()
        _, found = trip.engine.ask(trip.text("0-check.sql"))
        found = {(what, name): records for what, name, _, records in found}
        self.assertEqual(found["records", ""], 1500)
        self.assertNotIn("not covered", {what for what, _ in found})
        trip.release()
        self.assert_passed(trip)

    def test_a_nasty_table_is_released_by_an_extract_at_its_lowest_levels(self):
        rows = list(nasty.rows(1500, 5))
        columns = nasty.columns(self.engine.dialect)
        recipe = nasty.recipe(columns)
        for name, level in zip(columns, [1, 1, 0, 1]):
            recipe["columns"][name]["min_level"] = level
        recipe["loss"] = {"measure": "entropy"}
        trip = self.trip(columns, rows, recipe)
        trip.search(at_min_levels=True)
        few = trip.rows_of_extract()
        trip.release()
        self.assert_passed(trip)
        _, [[all_rows]] = trip.engine.ask(f"SELECT COUNT(*) FROM (SELECT DISTINCT {', '.join(trip.engine.name(name) for name in list(columns)[:5])} FROM {trip.table}) AS d")
        self.assertLess(few, all_rows)

    def test_drawn_names_and_values_are_released_as_by_kanon_itself(self):
        draw = random.Random(20_260_801)
        for number in range({"spark": 4}.get(self.engine.dialect, 60)):
            names, values, rows = nasty.drawn(draw, self.engine.dialect)
            with self.subTest(number=number, names=names):
                groups = [[[value, f"{place % 3}{names[column]}", "*"] for place, value in enumerate(own)] for column, own in enumerate(values)]
                recipe = {
                    "kanon": 1,
                    "columns": {
                        names[0]: {"role": "quasi-identifier", "hierarchy": {"rows": groups[0]}, "min_level": number % 2},
                        names[1]: {"role": "quasi-identifier", "hierarchy": {"rows": groups[1]}},
                        names[2]: {"role": "sensitive", "release": [{"mask": {"first": 1}}, {"mask": {"last": 2}}, "keep"][number % 3]},
                    },
                    "privacy": {"k": 4, "suppression_limit": 0.1},
                }
                trip = self.trip(dict.fromkeys(names, "text"), rows, recipe)
                trip.search(at_min_levels=number % 2 > 0)
                trip.release()
                self.assert_passed(trip)

    def test_a_value_that_came_later_is_suppressed_and_found(self):
        rows = list(nasty.rows(800, 2))
        columns = nasty.columns(self.engine.dialect)
        trip = self.trip(columns, rows, nasty.recipe(columns))
        trip.search()
        late = ["500" if kind == "whole" else cell for kind, cell in zip(trip.columns.values(), rows[0])]
        trip.engine.fill(trip.table, [late] * 7)
        trip.release()
        verdict = trip.verdict()
        self.assertEqual((verdict["verdict"], verdict["unmapped"]), ("failed", 7))
        self.assertNotEqual(trip.wrong_classes(), [])
        self.assertEqual(trip.engine.ask(trip.text("5-failing.sql"))[1], [], "what is released is safe all the same")

    def test_a_release_that_was_changed_fails(self):
        rows = list(nasty.rows(800, 3))
        columns = nasty.columns(self.engine.dialect)
        trip = self.trip(columns, rows, nasty.recipe(columns))
        trip.search()
        trip.release()
        self.assertEqual(trip.verdict()["verdict"], "passed")
        _, [[small]] = trip.engine.ask(f"SELECT COUNT(*) FROM {trip.schema}.kanon_classes WHERE records < 5")
        self.assertGreater(small, 0)
        # Classes that are too small are let through.
        view = trip.text("3-release.sql").replace(">= 5", ">= 1")
        trip.engine.run(view)
        self.assertEqual(trip.verdict()["verdict"], "failed")
        self.assertNotEqual(trip.engine.ask(trip.text("5-failing.sql"))[1], [])

    def test_every_measure_has_the_same_optimum_over_the_extract(self):
        draw = random.Random(4)
        measures = ["iyengar", "precision", "precision-cells", "distortion", "height", "entropy", "discernibility", "dm-star", "aecs"]
        for number, measure in enumerate(measures):
            with self.subTest(measure):
                columns = {"age": "whole", "sex": "text", "zip": "padded", "diagnosis": "text"}
                rows = [(draw.randint(20, 60), draw.choice("fm"), f"{draw.randint(100, 130)}", draw.choice("xyz")) for _ in range(300)]
                recipe = {
                    "kanon": 1,
                    "columns": {
                        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [5, 20]}}},
                        "sex": {"role": "quasi-identifier"},
                        "zip": {"role": "quasi-identifier", "hierarchy": {"mask": {"from": "right"}}},
                        "diagnosis": {"role": "sensitive"},
                    },
                    "privacy": {"k": 3, "suppression_limit": [0, 0.05][number % 2]},
                    "loss": {"measure": measure},
                    "release": {"suppressed": ["star", "remove"][number // 2 % 2]},
                }
                for min_level in [0, 1]:
                    recipe["columns"]["age"]["min_level"] = recipe["columns"]["zip"]["min_level"] = min_level
                    trip = self.trip(columns, rows, recipe)
                    trip.search(at_min_levels=min_level > 0)
                    trip.release()
                    self.assert_passed(trip)


def run():
    """Runs the tests in every database that is there, and says which are not. Returns whether they passed."""
    loader = unittest.TestLoader()
    passed = unittest.TextTestRunner(verbosity=2).run(loader.loadTestsFromModule(grammar)).wasSuccessful()
    for kind in engines.ENGINES:
        try:
            engine = kind()
        except engines.Absent as reason:
            print(f"SKIPPED {kind.dialect}: {reason}", flush=True)
            continue
        print(f"{kind.dialect}:", flush=True)
        cases = [type(f"{case.__name__}In{kind.__name__}", (case,), {"engine": engine}) for case in [RoundTrip, WholeTables, Examples]]
        try:
            tests = unittest.TestSuite(map(loader.loadTestsFromTestCase, cases))
            passed &= unittest.TextTestRunner(verbosity=2).run(tests).wasSuccessful()
        finally:
            engine.end()
    return passed


if __name__ == "__main__":
    sys.exit(not run())
