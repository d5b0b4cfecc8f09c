import datetime
from dataclasses import dataclass


@dataclass
class Order:
    number: int
    created_at: datetime.date


def newest(orders: list[Order]) -> list[Order]:
    return sorted(orders, key=lambda o: o.created_at, reverse=True)


def title(order: Order) -> str:
    return f"Order {order.number} of {order.created:%d.%m.}"
