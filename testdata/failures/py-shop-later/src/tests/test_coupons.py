import datetime

from shop import coupons


def test_percent():
    assert coupons.percent("SPRING-15") == "15"


def test_percent_of_plain_code():
    assert coupons.percent("WELCOME") == ""


def test_valid_until_tonight(now):
    assert coupons.valid(coupons.Coupon("SPRING-15", datetime.date(2026, 3, 2)), now)
