from shop import prices


def test_total():
    assert prices.total([0.1, 0.2]) == 0.3


def test_parse_supplier_row():
    assert prices.parse({"sku": "A-1", "unit_price": 5}) == 5


def test_average_of_nothing():
    assert prices.average([]) == 0
