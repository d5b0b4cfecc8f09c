import json

from podcatch.embed import player
from podcatch.publish import publish
from podcatch.royalty import share


class TestPublish:
    def test_hidden(self):
        assert publish("ep-9.mp3", hidden=True)["visibility"] == "private"


class TestRoyalty:
    def test_half_a_cent_goes_up(self):
        assert str(share(1.005)) == "1.01"


class TestEmbed:
    def test_player(self):
        assert json.loads(player("ep-9"))["guid"] == "ep-9"
