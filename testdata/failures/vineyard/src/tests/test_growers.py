from cellar.growers import plots


def test_name_typed_on_a_mac():
    assert plots("Mu\u0308ller") == 3
