import pytest

from podcatch import stats
from podcatch.chapters import ChapterFile


@pytest.fixture(scope="session")
def media(tmp_path):
    (tmp_path / "media").mkdir()
    return tmp_path / "media"


class TestMedia:
    def test_folder(self, media):
        assert media.is_dir()


class TestChapters:
    def test_round_trip(self, tmp_path):
        f = ChapterFile(tmp_path / "chapters.json")
        f.write({0: "Intro", 95: "Interview"})
        assert f.read() == {0: "Intro", 95: "Interview"}


class TestStats:
    def test_file(self, tmp_path):
        stats.write(tmp_path / "plays.csv", [("ep-1", 311)])
        assert (tmp_path / "plays.csv").read_bytes() == b"episode,plays\nep-1,311\n"
