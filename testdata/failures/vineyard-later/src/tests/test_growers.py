import pytest

from cellar.growers import UnknownGrower, delivery_note, plots


def test_stranger():
    with pytest.raises(UnknownGrower):
        plots("Nobody")


def test_delivery_from_scanned_form():
    note = delivery_note("Weingut Ko\u0308hler", 2400)
    assert note.endswith("300 kg a plot")
