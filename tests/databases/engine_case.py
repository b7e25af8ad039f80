"""A test case that is run in each database. It is no test by itself."""

import unittest


class EngineCase(unittest.TestCase):
    engine = None

    @classmethod
    def setUpClass(cls):
        if cls.engine is None:
            raise unittest.SkipTest("has no database")
