from shop.users import User


def test_role():
    assert User.role == "guest"
