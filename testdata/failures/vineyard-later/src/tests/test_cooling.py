from unittest.mock import AsyncMock

from cellar.cooling import settle


async def test_settle_cool_tank():
    client = AsyncMock()
    client.temperature.return_value = 15
    assert await settle("T4", client) == 15
