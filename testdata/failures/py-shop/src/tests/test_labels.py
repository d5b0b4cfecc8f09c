from shop.labels import code


def test_code():
    assert code("a") == "61"
