from unittest.mock import MagicMock

from cellar.cooling import settle


async def test_settle_cool_tank():
    client = MagicMock()
    client.temperature.return_value = 15
    assert await settle("T4", client) == 15
