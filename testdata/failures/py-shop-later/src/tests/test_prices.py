from shop import prices


def test_total():
    assert prices.total([0.1, 0.2]) == 0.3


def test_average_of_nothing():
    assert prices.average([]) == 0


def test_parse_row_of_new_wholesaler():
    assert prices.parse({"sku": "A-1", "net_price": 5, "currency": "EUR"}) == 5


def test_vat_of_half_cents():
    assert prices.vat(2.5, "0.05") == 0.13
