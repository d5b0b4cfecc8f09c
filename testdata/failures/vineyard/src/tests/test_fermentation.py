from datetime import datetime

from cellar.fermentation import hours


def test_nine_days():
    assert hours(datetime(2026, 9, 20, 8), datetime(2026, 9, 29, 14)) == 222
