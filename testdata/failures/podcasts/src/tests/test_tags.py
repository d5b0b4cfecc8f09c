import unittest

from podcatch.tags import flatten


class TagsTest(unittest.TestCase):
    def test_nested(self):
        self.assertEqual(list(flatten(["news", ["tech", ["ai"]]])), ["news", "tech", "ai"])
