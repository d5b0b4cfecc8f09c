import unittest

from shop.basket import Basket
from shop.cashbox import Cashbox


class TillTest(unittest.TestCase):
    def test_takings_of_a_morning(self):
        box = Cashbox()
        for price in (0.1, 0.7, 4.6):
            box.take(price)
        self.assertEqual(box.taken, 5.4)

    def test_scanning_adds_to_the_basket(self):
        basket = Basket()
        basket.add("A-1")
        self.assertIn("A-1", basket.items)
