from shop.labels import check_digit, code, encode


def test_code():
    assert code("a") == "61"


def test_check_digit():
    assert check_digit("A-197") == 7


def test_encode():
    assert encode("a") == b"a"
