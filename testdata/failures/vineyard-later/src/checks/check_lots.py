import unittest

from typed.lots import bottles, pallets


class LotsTest(unittest.TestCase):
    def test_bottles_of_lot(self):
        self.assertEqual(bottles("L2"), 800)

    def test_pallets_of_new_lot(self):
        self.assertEqual(pallets("L7"), 0)


if __name__ == "__main__":
    unittest.main()
