def total(prices):
    return sum(prices)


def parse(row):
    return row["price"]


def average(prices):
    return sum(prices) / len(prices)
