import datetime
import json
import os


class Order:
    def __init__(self, number, created):
        self.number = number
        self.created = created


def age(order, now):
    return (now - datetime.datetime(2026, 1, 1)).days


def due(day):
    return day.replace(month=day.month + 1)


def dump(order):
    return json.dumps({"number": order.number, "day": datetime.date(2026, 1, 2)})


def endpoint():
    return os.environ["SHOP_API_URL"]
