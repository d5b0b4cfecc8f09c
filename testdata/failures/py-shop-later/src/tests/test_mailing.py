from shop import mailing


def test_server():
    assert mailing.server()[1] == 25
