import pytest

from shop import feed


def test_load_umlauts(tmp_path):
    (tmp_path / "feed.csv").write_text("Stühle;4", encoding="utf-8")
    assert feed.load(tmp_path / "feed.csv") == "Stühle;4"


def test_numbers():
    assert feed.numbers("lamp (12)") == ["12"]


def test_header():
    assert feed.header("a,b\n1,2\n") == (2, ["a", "b"])


@pytest.mark.parametrize("code", [7])
def test_sku(code):
    assert feed.sku(code) == "SKU-7"
