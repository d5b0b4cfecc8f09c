from cellar.ledger import Ledger


def test_add_all():
    assert Ledger().add_all([225, 228]) == 453
