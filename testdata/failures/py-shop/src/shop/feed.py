import csv
import io
import re


def load(path):
    with open(path, encoding="ascii") as f:
        return f.read()


def numbers(text):
    return re.findall(r"(\d+", text)


def header(text):
    rows = csv.reader(io.StringIO(text))
    n = len(list(rows))
    return n, next(rows)


def sku(code):
    return "SKU-" + code
