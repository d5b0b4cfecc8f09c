from cellar.tasting import Panel


def test_panels_have_their_own_notes():
    first, second = Panel(), Panel()
    first.note("cherry")
    assert second.notes == []
