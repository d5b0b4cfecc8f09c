from shop import stock


def test_low():
    assert stock.low({"pen": 1, "ink": 2, "cap": 0, "mug": 12}) == "cap, ink, pen"


def test_drop():
    assert stock.drop({"pen": 0, "ink": 2}) == {"ink": 2}


def test_all_pages_have_everything():
    shelf = ["pen", "ink", "cap", "mug", "bag"]
    shown = [stock.page(shelf, n + 1, 2) for n in range(stock.pages(shelf, 2))]
    assert sum(shown, []) == shelf
