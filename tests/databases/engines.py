"""Databases in which the tests run scripts: DuckDB, PostgreSQL and Spark, each behind the same four methods.

`Absent` says why a database is not there.
"""

import csv
import os
import pwd
import shutil
import subprocess
import tempfile
import time

import duckdb


class Absent(Exception):
    """A database that this machine does not have."""


def program(variable):
    """The path of a program, which the build driver has found or could not."""
    if variable not in os.environ:
        raise Absent(os.environ.get(f"{variable}_ABSENT", f"{variable} does not name its program"))
    return os.environ[variable]


def query_of(script):
    """The query of a script, without the lines before it and its semicolon."""
    lines = script.split("\n")
    first = next(place for place, line in enumerate(lines) if line.startswith(("WITH", "SELECT")))
    return "\n".join(lines[first:]).rstrip().rstrip(";")


def write(path, header, rows):
    """A file as `kanon` reads it: an absent value is empty."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(["" if cell is None else cell for cell in row] for row in rows)


class DuckDb:
    """DuckDB, in memory."""

    dialect = "duckdb"
    table = "a table.of"
    types = {"whole": "INTEGER", "text": "VARCHAR", "day": "DATE", "decimal": "DECIMAL(10,2)", "padded": "CHAR(12)", "count": "BIGINT"}

    def __init__(self):
        self.session = duckdb.connect()

    def run(self, script):
        self.session.execute(script)

    def ask(self, script):
        found = self.session.execute(query_of(script))
        return [column[0] for column in found.description], found.fetchall()

    def fill(self, table, rows):
        rows = list(rows)
        one = f"({', '.join('?' * len(rows[0]))})"
        # Row by row it takes a minute for what several at once take a second for.
        for first in range(0, len(rows), 500):
            batch = rows[first : first + 500]
            self.session.execute(f"INSERT INTO {table} VALUES {', '.join([one] * len(batch))}", [cell for row in batch for cell in row])

    def name(self, text):
        return '"' + text.replace('"', '""') + '"'

    def text(self, text):
        """A text as it stands in a literal of the tests."""
        return text.replace("'", "''")

    def end(self):
        self.session.close()


class Postgres(DuckDb):
    """PostgreSQL, a server of its own on a socket of its own."""

    dialect = "postgres"
    types = {"whole": "INTEGER", "text": "TEXT", "day": "DATE", "decimal": "NUMERIC(10,2)", "padded": "CHAR(12)", "count": "BIGINT"}

    def __init__(self):
        folder = os.path.dirname(program("INITDB"))
        try:
            import psycopg
        except ImportError as error:
            raise Absent(f"the Python package psycopg is not there: {error}") from error
        self.home = tempfile.mkdtemp(prefix="kanon-postgres-")
        data = os.path.join(self.home, "data")
        given = {}
        # The server refuses to run as root.
        if os.geteuid() == 0:
            user = "postgres" if any(entry.pw_name == "postgres" for entry in pwd.getpwall()) else "nobody"
            entry = pwd.getpwnam(user)
            os.chown(self.home, entry.pw_uid, entry.pw_gid)
            given = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        subprocess.run(
            [f"{folder}/initdb", "-D", data, "-U", "kanon", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"],
            check=True, stdout=subprocess.DEVNULL, cwd=self.home, **given,
        )
        self.server = subprocess.Popen(
            [f"{folder}/postgres", "-D", data, "-k", self.home, "-c", "listen_addresses=", "-c", "fsync=off"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.home, **given,
        )
        for _ in range(200):
            try:
                self.session = psycopg.connect(host=self.home, user="kanon", dbname="postgres", autocommit=True)
                return
            except psycopg.OperationalError:
                time.sleep(0.1)
        raise RuntimeError("the server of PostgreSQL does not answer")

    def run(self, script):
        # Without parameters a script may have several statements, and a per cent sign is only that.
        with self.session.cursor() as cursor:
            cursor.execute(script.encode())

    def ask(self, script):
        with self.session.cursor() as cursor:
            cursor.execute(query_of(script).encode())
            return [column.name for column in cursor.description], cursor.fetchall()

    def fill(self, table, rows):
        with self.session.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN".encode()) as copy:
            for row in rows:
                copy.write_row(row)

    def end(self):
        self.session.close()
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.home, ignore_errors=True)


class Spark:
    """Spark SQL, in this process's own session."""

    dialect = "spark"
    # Spark takes nothing else in the name of a table.
    table = "a_table"
    types = {"whole": "INT", "text": "STRING", "day": "DATE", "decimal": "DECIMAL(10,2)", "padded": "CHAR(12)", "count": "BIGINT"}

    def __init__(self):
        os.environ["PATH"] = os.path.dirname(program("JAVA")) + os.pathsep + os.environ["PATH"]
        try:
            from pyspark.sql import SparkSession
        except ImportError as error:
            raise Absent(f"the Python package pyspark is not there: {error}") from error
        self.home = tempfile.mkdtemp(prefix="kanon-spark-")
        self.session = (
            SparkSession.builder.master("local[2]").appName("kanon")
            .config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2")
            .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.warehouse.dir", self.home).getOrCreate()
        )
        self.session.sparkContext.setLogLevel("ERROR")

    def run(self, script):
        # No line end stands inside a name that the tests make or inside a literal, so that it ends a statement.
        # Python takes more for line ends than databases do.
        statements = "\n".join(line for line in script.split("\n") if not line.startswith("--")).split(";\n")
        for statement in filter(None, map(str.strip, statements)):
            self.session.sql(statement)

    def ask(self, script):
        self.session.sql("SET spark.sql.variable.substitute = false")
        found = self.session.sql(query_of(script))
        return found.columns, [tuple(row) for row in found.collect()]

    def fill(self, table, rows):
        columns = self.session.table(table).schema
        text = self.session.createDataFrame([[None if cell is None else str(cell) for cell in row] for row in rows], ", ".join(f"c{place} STRING" for place in range(len(columns))))
        text.createOrReplaceTempView("given")
        cast = ", ".join(f"CAST(c{place} AS {column.dataType.simpleString()})" for place, column in enumerate(columns))
        self.session.sql(f"INSERT INTO {table} SELECT {cast} FROM given")

    def name(self, text):
        return "`" + text.replace("`", "``") + "`"

    def text(self, text):
        return "".join("\\" + letter if letter in "\\'" else letter for letter in text)

    def end(self):
        self.session.stop()
        shutil.rmtree(self.home, ignore_errors=True)


ENGINES = [DuckDb, Postgres, Spark]
