from cellar.export import as_csv


def test_as_csv():
    assert as_csv([["A1", 225], ["A2", 228]]) == "A1,225\nA2,228\n"
