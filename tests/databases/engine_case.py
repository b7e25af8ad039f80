"""A test that is made for each database, and is none by itself."""

import unittest


class EngineCase(unittest.TestCase):
    engine = None

    @classmethod
    def setUpClass(cls):
        if cls.engine is None:
            raise unittest.SkipTest("has no database")
