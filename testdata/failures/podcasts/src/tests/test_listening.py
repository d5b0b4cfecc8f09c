import asyncio
from datetime import datetime, timedelta

from podcatch import air, limits, links, schedule, search
from podcatch.db import Plays
from podcatch.episode import Episode, by_number, describe
from podcatch.players import CarPlayer
from podcatch.playlist import Playlist


class TestPlaylist:
    def test_one(self):
        assert len(Playlist().enqueue("a", "A")) == 1

    def test_another(self):
        assert len(Playlist().enqueue("b", "B")) == 1


class TestEpisode:
    def test_describe(self):
        assert describe(Episode("ep-3", seconds=1920)) == "ep-3 (32 min)"

    def test_trailer_has_no_number(self):
        eps = [Episode("ep-1", number=1), Episode("trailer"), Episode("ep-2", number=2)]
        assert by_number(eps) == ["ep-1", "ep-2", "trailer"]


class TestSchedule:
    def test_weekly_show_two_weeks_ago(self):
        last = datetime(2026, 4, 1, 6, 0)
        assert schedule.is_overdue(last, datetime(2026, 4, 15, 6, 0), timedelta(hours=20))


class TestSearch:
    def test_accents_of_other_keyboards(self):
        assert search.matches("café", "Cafe\N{COMBINING ACUTE ACCENT} de nuit")


class TestPlays:
    def test_nobody_listened(self):
        assert Plays().count("ep-77") == 0


class TestLinks:
    def test_start(self):
        assert links.start_at("https://pod.example/ep-3?t=95") == 95


class TestCar:
    def test_stop_without_listeners(self):
        assert CarPlayer("van").stop() == []


class TestLimits:
    def test_nothing_asked(self):
        assert limits.page_size(0) == 0


class TestAir:
    def test_utc(self):
        assert air.air_time(1767225600) == "00:00"


async def ticks(n):
    for i in range(n):
        await asyncio.sleep(0)
        yield i


async def test_ticks():
    assert [i async for i in ticks(3)] == [0, 1, 2]
