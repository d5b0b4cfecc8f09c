import csv
import io
import re


def load(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def numbers(text):
    return re.findall(r"\((\d+)", text)


def header(text):
    rows = filter(None, csv.reader(io.StringIO(text)))
    n = sum(1 for _ in rows)
    return n, next(rows, [])


def records(text):
    """The rows of a feed by the names in its first line."""
    return list(csv.DictReader(io.StringIO(text), delimiter=";"))


def sku(code):
    return f"SKU-{code}"
