import datetime

from shop import orders


def test_created_at():
    assert orders.Order(1, "today").created_at == "today"


def test_age():
    now = datetime.datetime(2026, 1, 3, tzinfo=datetime.timezone.utc)
    assert orders.age(None, now) == 2


def test_due_after_january():
    assert orders.due(datetime.date(2026, 1, 31)) == datetime.date(2026, 2, 28)


def test_dump():
    assert "2026-01-02" in orders.dump(orders.Order(1, None))


def test_endpoint():
    assert orders.endpoint().startswith("http")
