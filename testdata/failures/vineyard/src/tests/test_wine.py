from cellar.wine import Wine, heading


def test_heading():
    assert heading(Wine("Merlot", 2020)) == "MERLOT 2020"
