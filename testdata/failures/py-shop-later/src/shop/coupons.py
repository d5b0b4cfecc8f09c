import datetime
import re


class Coupon:
    def __init__(self, code, until):
        self.code = code
        self.until = until


def percent(code):
    """The share that a code like SPRING-15 takes off, as text."""
    return re.search(r"-(\d+)$", code).group(1)


def valid(coupon, now):
    return now <= datetime.datetime.combine(coupon.until, datetime.time.max)
