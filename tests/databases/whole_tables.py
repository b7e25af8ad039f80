"""Whole tables on their way through a database.

They have every kind of hierarchy, linked columns, caps and codes for unknown values. The sample, the census extract
and counts of up to 2⁶³ − 1 go the same way. `4-verify.sql` finds a release in which one record was changed.
"""

import csv
import gzip
import json
import random
from pathlib import Path

import nasty
from trip import kanon
from trip_case import TripCase

ADULT = Path(__file__).parents[1] / "data/adult"
MOST = 2**63 - 1


def of_every_kind(draw):
    """Columns, rows and a recipe with every kind of hierarchy, linked columns, caps, codes for unknown values, and two
    columns that name persons."""
    columns = {
        "age": "whole", "weight": "decimal", "born": "day", "since": "day", "town": "text", "zip": "text", "job": "text",
        "illness": "text", "from": "whole", "to": "whole", "ward": "text", "name": "text", "number": "whole", "note": "text",
    }
    towns = [f"town {letter}" for letter in "abcdefgh"]
    rows = []
    for number in range(500):
        begin = draw.randint(0, 9)
        rows.append((
            draw.choice([999, *range(20, 40)]), draw.choice(["61.5", "62.25", "70", "71.5"]), f"19{draw.randint(60, 79)}-0{draw.randint(1, 9)}-15",
            f"202{draw.randint(0, 3)}-0{draw.randint(1, 9)}-01", draw.choice([*towns, "?"]), f"1{draw.randint(0, 3)}00{draw.randint(1, 3)}",
            draw.choice(["cook", "cook", "cook", "smith", "smith", "judge", None]), draw.choice(["A00.1", "A01.0", "B20", "C50.9"]),
            begin, begin + draw.randint(0, 2), draw.choice("xy"), f"person {number}", number, draw.choice(["n/a", "abc", "xyz"]),
        ))
    quasi = lambda hierarchy, **more: {"role": "quasi-identifier", "hierarchy": hierarchy} | more
    recipe = {
        "kanon": 1,
        "dialect": {"missing": ["", "?"]},
        "columns": {
            "age": quasi({"intervals": {"widths": [5, 10]}}, missing=["999"], kind={"whole-number": {}}),
            "weight": quasi({"intervals": {"widths": [2.5, 10]}}),
            "born": quasi({"ages": {"on": "2024-06-30", "widths": [5, 10]}}),
            "since": quasi({"dates": {"units": ["quarter", "year"]}}, max_level=2),
            "town": quasi({"groups": {"fan_out": [2, 2], "order": towns}}),
            "zip": quasi({"mask": {"from": "right", "steps": [2, 3]}}, max_level=1),
            "job": quasi({"frequent": {"keep": [2, 1]}}),
            "illness": quasi({"codes": "icd-10"}),
            "from": quasi({"intervals": {"widths": [2, 4]}}),
            "to": quasi({"intervals": {"widths": [2, 4]}}),
            "ward": quasi({"tree": {"levels": ["all"], "rows": [["x", "*"], ["y", "*"]]}}),
            "name": {"role": "identifier"},
            "number": {"role": "identifier", "release": {"constant": "removed"}},
            "note": {"role": "sensitive", "missing": ["n/a"], "release": {"mask": {"first": 1}}},
        },
        "linked": [["from", "to"]],
        "privacy": {"k": 3, "suppression_limit": 0.2},
    }
    return columns, rows, recipe


class WholeTables(TripCase):
    def test_every_kind_of_hierarchy_is_released_as_by_kanon_itself(self):
        columns, rows, recipe = of_every_kind(random.Random(7))
        for at_min_levels in [False, True]:
            with self.subTest(at_min_levels=at_min_levels):
                if at_min_levels:
                    for name in ["age", "born", "since", "zip", "from", "to"]:
                        recipe["columns"][name]["min_level"] = 1
                trip = self.trip(columns, rows, recipe)
                trip.search(at_min_levels)
                trip.release()
                self.assert_passed(trip)
                self.assertNotIn("name", trip.released()[0])
                policy = json.loads(trip.text("report.json"))["policy"]
                self.assertEqual(policy["from"], policy["to"])
                self.assertLessEqual(policy["zip"], 1)

    def sample(self):
        """The sample of the page, without its file."""
        kanon("sample", "--out", self.home, "--records", "2000")
        with open(f"{self.home}/hospital.csv", encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file)
        with open(f"{self.home}/hospital.kanon.json", encoding="utf-8") as file:
            return self.trip(dict.fromkeys(header, "text"), rows, json.load(file))

    def census(self):
        """The census extract of the literature, with its hierarchies."""
        with gzip.open(ADULT / "adult.csv.gz", "rt", encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file, delimiter=";")
        columns = {name: {"role": "quasi-identifier", "hierarchy": {"file": str(ADULT / f"hierarchy_{name}.csv")}} for name in header}
        recipe = {"kanon": 1, "columns": columns, "privacy": {"k": 5, "suppression_limit": 0.04}}
        return self.trip(dict.fromkeys(header, "text"), rows, recipe)

    def nasty(self):
        columns = nasty.columns(self.engine.dialect)
        return self.trip(columns, list(nasty.rows(800, 3)), nasty.recipe(columns))

    def assert_told(self, trip, release):
        """A release in the place of the view: the query of what it is now."""
        engine, view = trip.engine, f"{trip.schema}.kanon_release"
        engine.run(f"DROP VIEW {view};\nCREATE VIEW {view} AS\n{release};\n")
        self.assertEqual(trip.verdict()["verdict"], "failed", release)

    def assert_no_change_passes(self, trip):
        trip.search()
        trip.release()
        self.assert_passed(trip)
        engine = trip.engine
        header, _ = trip.released()
        engine.run(f"CREATE TABLE {trip.schema}.kept AS SELECT * FROM {trip.schema}.kanon_release;\n")
        kept = f"{trip.schema}.kept"
        quasi = [name for name in header if trip.recipe["columns"][name]["role"] == "quasi-identifier"]
        others = [name for name in header if name not in quasi]
        q = [engine.name(name) for name in quasi]
        _, classes = engine.ask(f"SELECT {', '.join(q)}, COUNT(*) FROM {kept} GROUP BY {', '.join(q)} ORDER BY COUNT(*)")
        classes = [row[:-1] for row in classes if set(row[:-1]) != {"*"}]
        small, large = classes[0], classes[-1]
        literal = lambda text: "'" + engine.text(text) + "'"
        are = lambda labels: " AND ".join(f"{name} = {literal(label)}" for name, label in zip(q, labels))
        with_number = f"(SELECT *, ROW_NUMBER() OVER (PARTITION BY {', '.join(q)} ORDER BY {q[0]}) AS place FROM {kept}) AS t"
        columns = ", ".join(map(engine.name, header))
        as_labels = lambda labels: ", ".join([f"{literal(label)} AS {name}" for name, label in zip(q, labels)] + [engine.name(name) for name in others])
        one = f"{are(large)} AND place = 1"
        in_order = ", ".join(q + [engine.name(name) for name in others])
        # Nothing was changed.
        engine.run(f"DROP VIEW {trip.schema}.kanon_release;\nCREATE VIEW {trip.schema}.kanon_release AS\nSELECT {columns} FROM {kept};\n")
        self.assertEqual(trip.verdict()["verdict"], "passed")
        self.assert_told(trip, f"SELECT {in_order} FROM {with_number} WHERE NOT ({one})")
        self.assert_told(trip, f"SELECT {in_order} FROM {kept} UNION ALL SELECT {in_order} FROM {with_number} WHERE {one}")
        # One record is in another class, or in one of its own.
        self.assert_told(trip, f"SELECT {in_order} FROM {with_number} WHERE NOT ({one}) UNION ALL SELECT {as_labels(small)} FROM {with_number} WHERE {one}")
        other = ["another label", *large[1:]]
        self.assert_told(trip, f"SELECT {in_order} FROM {with_number} WHERE NOT ({one}) UNION ALL SELECT {as_labels(other)} FROM {with_number} WHERE {one}")
        # A whole class bears another name, and a record is suppressed that need not be.
        self.assert_told(trip, f"SELECT {in_order} FROM {kept} WHERE NOT ({are(large)}) UNION ALL SELECT {as_labels(other)} FROM {kept} WHERE {are(large)}")
        stars = ["*"] * len(q)
        self.assert_told(trip, f"SELECT {in_order} FROM {with_number} WHERE NOT ({one}) UNION ALL SELECT {as_labels(stars)} FROM {with_number} WHERE {one}")

    def test_no_change_of_the_sample_passes(self):
        self.assert_no_change_passes(self.sample())

    def test_no_change_of_the_census_extract_passes(self):
        self.assert_no_change_passes(self.census())

    def test_no_change_of_a_nasty_table_passes(self):
        self.assert_no_change_passes(self.nasty())

    def test_the_most_records_are_released_and_one_more_is_an_error(self):
        recipe = {
            "kanon": 1,
            "count_column": "n",
            "columns": {
                "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10]}}},
                "sex": {"role": "quasi-identifier"},
            },
            "privacy": {"k": 3, "suppression_limit": 0.0000000000000000005},
        }
        rows = [(20, "f", MOST // 2), (20, "m", 2), (21, "m", 3), (30, "f", 3), (31, "m", MOST - MOST // 2 - 10), (31, "f", 2)]
        self.assertEqual(sum(row[2] for row in rows), MOST)
        trip = self.trip({"age": "whole", "sex": "text", "n": "count"}, rows, recipe)
        trip.search()
        trip.release()
        self.assert_passed(trip)
        self.assertEqual(trip.verdict()["records"], MOST)
        trip.engine.fill(trip.table, [(50, "m", 1)])
        for script in ["0-check.sql", "4-verify.sql"]:
            with self.assertRaises(Exception, msg=script):
                trip.engine.ask(trip.text(script))
