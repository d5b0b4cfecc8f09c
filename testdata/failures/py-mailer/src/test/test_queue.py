import asyncio
from unittest.mock import MagicMock

import pytest

from mailer import queue


def test_body(tmp_path):
    mail = tmp_path / "mail.txt"
    mail.write_bytes("Grüße".encode())
    assert queue.body(mail) == "Grüße"


def test_pending():
    mails = [{"id": 1, "sent": False}, {"id": 2, "sent": True}]
    assert queue.pending(mails) == (1, [1])


def test_subject():
    assert queue.subject(12) == "[#12] Your request"


def test_deliver():
    class Receipt:
        code = 250

    class Transport:
        async def send(self, mail):
            return Receipt()

    assert asyncio.run(queue.deliver(Transport(), "hi")) == 250


def test_notify():
    slack = MagicMock()
    queue.notify(slack, "bounced")
    slack.chat.assert_called_with(channel="#mail", text="bounced")


def test_topics():
    assert queue.topics([["news", "sales"], ["alerts", "beta"], ["press", "jobs"]]) == ["alerts", "beta", "jobs", "news", "press", "sales"]


def test_prune():
    assert queue.prune({"a@x": 9, "b@x": 1, "c@x": 7}) == {"b@x": 1}


def test_batch_one():
    assert queue.batch(["m1", "m2", "m3"], number=1) == ["m1", "m2"]


def test_later_slot():
    assert queue.Slot(9).later().hour == 10


def test_retry():
    assert queue.retry(3) == 3


def test_digest():
    assert len(queue.digest("hello")) == 64


def test_groups():
    assert queue.groups(["ab", "ba", "ac"]) == {"a": 2, "b": 1}


def test_rank():
    assert queue.rank([3, 1]) == 3


def test_template_is_not_shared():
    base = {"footer": ["imprint"]}
    queue.template(base)
    assert base == {"footer": ["imprint"]}


def test_callbacks():
    assert [c() for c in queue.callbacks(["a", "b"])] == ["a", "b"]


def test_unpack_address():
    assert queue.unpack("Ann,a@x.example,work") == ("Ann", "a@x.example,work")


def test_slow():
    assert asyncio.run(queue.slow(1))
