import csv
from decimal import Decimal


def price_list(file="cellar/data/prices.csv"):
    with open(file, encoding="utf-8", newline="") as lines:
        return {name: Decimal(price) for name, price in csv.reader(lines)}
