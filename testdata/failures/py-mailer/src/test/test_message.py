import datetime

import pytest

from mailer import message


class TestHeaders:
    def test_headers_do_not_leak(self):
        message.Message("a@x.example").headers["X-Tag"] = "1"
        assert "X-Tag" not in message.Message("b@x.example").headers

    def test_domain_of_local_user(self):
        assert message.Message("root").domain() is None


def test_recipient_address():
    r = message.Recipient("a@x.example")
    assert r.address == "a@x.example"


def test_greeting():
    assert message.greeting({"given_name": "Ann"}) == "Dear Ann,"


def test_old_mail_is_overdue():
    assert message.overdue("2020-02-02T10:00:00")


def test_audit_line():
    assert message.audit_line({"b", "a"}) == '{"to": ["a", "b"]}'


def test_smtp_host_defaults():
    assert message.smtp_host() == "localhost"


def test_quota_of_disabled_account():
    assert message.quota(5, 0) == 100


def test_local_offset():
    assert message.local(9) == datetime.timedelta(hours=2)


def test_parse_day():
    assert message.parse_day("2026-05-04") == datetime.date(2026, 5, 4)
