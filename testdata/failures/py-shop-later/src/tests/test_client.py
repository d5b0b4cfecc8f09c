import asyncio
from unittest import mock

from shop import client


def test_names():
    assert asyncio.run(client.names(client.Client())) == 1


class Slow(client.Client):
    async def fetch(self, n):
        await asyncio.sleep(0.2 if n == 1 else 0.01 * n)
        return {"id": n}


def test_many_products():
    assert asyncio.run(client.many(Slow(), [1, 2, 3])) == [1, 2, 3]


def test_send_posts_json():
    session = mock.Mock()
    client.send(session, {"sku": "A-1"})
    session.post.assert_called_once_with("/orders", json={"sku": "A-1"})


def test_notify_posts_to_the_hook():
    with mock.patch("shop.transport.post") as post:
        client.notify({"sku": "A-1"})
    post.assert_called_once_with("/hooks", {"sku": "A-1"})


def test_create_order_status():
    assert client.status("/orders") == 201


def test_create_order_status_of_old_clients():
    assert client.status("/orders/") == 201
