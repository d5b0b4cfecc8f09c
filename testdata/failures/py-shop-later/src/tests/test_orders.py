import datetime

from shop import invoices, orders


def test_created_at():
    assert orders.Order(1, "today").created_at == "today"


def test_age_of_restored_order(now):
    order = orders.restore('{"number": 4, "created_at": "2026-02-20T10:00:00+00:00"}')
    assert orders.age(order, now) == 9


def test_due_of_the_last_orders_in_march():
    days = [datetime.date(2026, 3, d) for d in (1, 30, 31)]
    assert [orders.due(d).isoformat() for d in days] == ["2026-04-01", "2026-04-30", "2026-04-30"]


def test_invoice_number():
    assert invoices.number(datetime.date(2026, 3, 2), 17) == "2026-0017"


def test_dump_of_shipped_order(shipped):
    assert '"number": 12' in orders.dump(shipped)
