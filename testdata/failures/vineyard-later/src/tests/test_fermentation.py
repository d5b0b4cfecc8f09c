from datetime import datetime

from cellar.fermentation import Ferment, hours, logbook, since_last_reading


def test_one_night():
    assert hours(datetime(2026, 9, 20, 20), datetime(2026, 9, 21, 6)) == 10


def test_logbook_of_slow_tank():
    slow = Ferment("T2", datetime(2026, 9, 20, 8), datetime(2026, 10, 4, 11, 30))
    assert logbook([slow]) == ["T2: 339.5 h"]


def test_minutes_since_reading():
    now = datetime(2026, 9, 29, 14, 20)
    assert since_last_reading("2026-09-29T14:00:00Z", now) == 20
