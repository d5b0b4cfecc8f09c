from cellar.export import as_csv, barrels_as_csv


def test_as_csv():
    assert as_csv([["A1", 225], ["A2", 228]]) == "A1,225\nA2,228\n"


def test_barrels_as_csv():
    barrels = [{"id": "A1", "litres": 225, "row": 3}]
    assert barrels_as_csv(barrels) == "id,litres\nA1,225\n"
