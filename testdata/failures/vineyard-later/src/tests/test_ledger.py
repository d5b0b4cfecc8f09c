from cellar.ledger import Ledger


def test_add_all():
    assert Ledger().add_all([225, 228]) == 453


def test_annotate_open_entries():
    ledger = Ledger()
    ledger.add_all([225, 228])
    assert ledger.annotate("racked") == 2
