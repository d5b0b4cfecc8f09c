import asyncio


class Client:
    async def fetch(self, n):
        await asyncio.sleep(0)
        return {"id": n}


async def names(client):
    product = client.fetch(1)
    return product["id"]


def send(session, body):
    return session.post("/orders", data=body)


def status(route):
    return 200 if route == "/orders" else 500
