"""The scripts for BigQuery and Snowflake, which run on no machine of one's own, are read by a parser of SQL.

They must be read whole, and names and values must come out as they went in.
"""

import os
import tempfile
import unittest

import sqlglot
from sqlglot import expressions

import engines
import nasty
from trip import Trip


class Grammar(unittest.TestCase):
    """Every script is read whole, and names and values come out of it as they went in."""

    def scripts(self, dialect):
        """The scripts for a dialect, by a search over what DuckDB extracts."""
        home = self.enterContext(tempfile.TemporaryDirectory(prefix="kanon-grammar-"))
        duckdb = engines.DuckDb()
        self.addCleanup(duckdb.end)
        columns = nasty.columns(dialect)
        trip = Trip(duckdb, tempfile.mkdtemp(dir=home), columns, nasty.rows(600), nasty.recipe(columns))
        trip.search()
        trip.base[2] = dialect
        trip.write()
        trip.write_policy()
        names = [name for name in sorted(os.listdir(trip.folder)) if name.endswith(".sql")]
        self.assertEqual(len(names), 7)
        return columns, [trip.text(name) for name in names]

    def assert_read(self, dialect):
        columns, scripts = self.scripts(dialect)
        literals, names = set(), set()
        for script in scripts:
            for statement in sqlglot.parse(script, read=dialect, error_level=sqlglot.ErrorLevel.RAISE):
                self.assertNotIsInstance(statement, expressions.Command, "nothing is passed over unread")
                literals |= {literal.this for literal in statement.find_all(expressions.Literal) if literal.is_string}
                names |= {name.this for name in statement.find_all(expressions.Identifier)}
        self.assertLessEqual(set(nasty.TEXTS), literals)
        self.assertLessEqual(set(columns), names)

    def test_bigquery(self):
        self.assert_read("bigquery")

    def test_snowflake(self):
        self.assert_read("snowflake")
