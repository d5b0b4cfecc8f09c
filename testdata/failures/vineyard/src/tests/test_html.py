from cellar.html import tag


def test_tag_escapes():
    assert tag("b", "Cabernet & Merlot") == "<b>Cabernet &amp; Merlot</b>"
