import datetime
import json
import os


class Order:
    def __init__(self, number, created):
        self.number = number
        self.created_at = created


def age(order, now):
    return (now - order.created_at).days


def due(day):
    return day + datetime.timedelta(days=31)


def dump(order):
    return json.dumps({"number": order.number, "day": datetime.date(2026, 1, 2).isoformat()})


def restore(text):
    fields = json.loads(text)
    return Order(fields["number"], fields["created_at"])


def endpoint():
    return os.environ.get("SHOP_API_URL", "http://localhost:8000")
