from shop.basket import Basket


def test_new_basket_is_empty():
    Basket().add("A-1")
    assert Basket().items == []


def test_first_without_match():
    assert Basket(["B-1"]).first() == ""
