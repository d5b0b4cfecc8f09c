async def settle(tank, client):
    reading = await client.temperature(tank)
    if reading > 18:
        await client.cool(tank, 16)
    return reading
