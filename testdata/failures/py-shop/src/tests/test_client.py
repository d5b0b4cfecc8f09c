import asyncio
from unittest import mock

from shop import client


def test_names():
    assert asyncio.run(client.names(client.Client())) == 1


def test_send_posts_json():
    session = mock.Mock()
    client.send(session, {"sku": "A-1"})
    session.post.assert_called_once_with("/orders", json={"sku": "A-1"})


def test_create_order_status():
    assert client.status("/orders") == 201
