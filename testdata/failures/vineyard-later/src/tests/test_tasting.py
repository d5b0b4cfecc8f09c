from cellar.tasting import Flight, Panel, summary


def test_panels_have_their_own_notes():
    first, second = Panel(), Panel()
    first.note("cherry")
    assert second.notes == []


def test_summary_has_the_notes():
    panel = Panel()
    panel.note("cherry")
    panel.note("long and dry finish")
    assert summary(panel) == {"count": 1, "notes": ["long and dry finish"]}


def test_glasses_of_each_flight():
    noon, evening = Flight("noon"), Flight("evening")
    noon.pour("Riesling", 6)
    evening.pour("Merlot", 4)
    assert (noon.glasses(), evening.glasses()) == (6, 4)
