import os
import unittest
from unittest import mock

from podcatch import feeds, jingles


class FeedsTest(unittest.TestCase):
    @mock.patch("podcatch.net.fetch", return_value="One\n\nTwo\n")
    def test_titles(self, _fetch):
        self.assertEqual(feeds.titles("http://127.0.0.1/rss"), ["One", "Two"])


class JinglesTest(unittest.TestCase):
    def setUp(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(os.path.dirname(__file__))

    def test_intro_is_shipped(self):
        self.assertTrue(jingles.load("intro"))
