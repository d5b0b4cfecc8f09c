from decimal import Decimal


def total(prices):
    return float(sum(Decimal(str(p)) for p in prices))


def parse(row):
    return row.get("unit_price")


def average(prices):
    return sum(prices) / len(prices) if prices else 0


def vat(price, rate="0.19"):
    tax = Decimal(str(price)) * Decimal(rate)
    return float(round(tax, 2))
