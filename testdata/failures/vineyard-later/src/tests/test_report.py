from cellar.report import shelf_rows


def test_rows_of_mixed_shelf():
    bottles = [
        {"id": 9, "year": None},
        {"id": 4, "year": 2019},
        {"id": 2, "year": 2019},
    ]
    assert list(shelf_rows(bottles)) == ["2019    2", "2019    4", "----    9"]
