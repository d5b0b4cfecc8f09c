from shop import feed

EXPORT = "sku,price\nA-1,5\n\nB-7,9\n"


def test_numbers():
    assert feed.numbers("lamp (12)") == ["12"]


def test_header_of_export():
    assert feed.header(EXPORT) == (3, ["sku", "price"])


def test_records():
    rows = feed.records("sku; unit_price\nA-1;5\n")
    assert [r["unit_price"] for r in rows] == ["5"]
