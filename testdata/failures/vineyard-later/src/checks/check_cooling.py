import unittest
from unittest.mock import Mock

from cellar.cooling import settle


class CoolingTest(unittest.IsolatedAsyncioTestCase):
    async def test_warm_tank_is_cooled(self):
        client = Mock(name="client")
        client.temperature.return_value = 21
        self.assertEqual(await settle("T9", client), 21)
        client.cool.assert_called_once_with("T9", 16)
