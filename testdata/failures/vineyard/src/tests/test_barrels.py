from cellar.barrels import total_litres


def test_total_of_mapping():
    assert total_litres({"A1": 225, "A2": 228}) == 453
