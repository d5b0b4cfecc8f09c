from podcatch.rss import duration
from podcatch.season import season

ITEM = """<item xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
<itunes:duration>31:07</itunes:duration></item>"""


def test_duration_of_item():
    assert duration(ITEM) == "31:07"


def test_season_of_special():
    assert season("Special: S2E5") == 2
