from shop import stock


def test_low():
    assert stock.low({"pen": 1, "ink": 2, "cap": 0, "mug": 2, "bag": 1, "hat": 2, "tin": 9}) == "bag, cap, hat, ink, mug, pen"


def test_drop():
    assert stock.drop({"pen": 0, "ink": 2}) == {"ink": 2}


def test_first_page():
    assert stock.page(["pen", "ink", "cap"], 1, 2) == ["pen", "ink"]
