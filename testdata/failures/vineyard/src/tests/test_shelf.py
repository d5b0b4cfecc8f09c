from cellar.shelf import oldest_first


def test_bottle_without_year():
    ordered = oldest_first([{"id": 1, "year": 2018}, {"id": 2, "year": None}])
    assert [b["id"] for b in ordered] == [1, 2]
