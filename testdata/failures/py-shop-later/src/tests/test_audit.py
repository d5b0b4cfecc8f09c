from shop import audit


def test_entry_can_be_read():
    assert audit.read(audit.entry("ada", "refund", order=12))["details"] == {"order": 12}
