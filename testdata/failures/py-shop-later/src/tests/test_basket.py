from shop.basket import Basket, GiftBasket


def test_new_basket_is_empty():
    Basket().add("A-1", 1)
    assert Basket().items == []


def test_first_without_match():
    assert Basket(["B-1"]).first() == ""


def test_greeting_of_gift():
    assert GiftBasket("Dear Ada").greeting() == "Dear Ada (0)"
