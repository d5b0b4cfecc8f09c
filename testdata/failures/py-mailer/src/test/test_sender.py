import mailer.sender


def test_limit():
    assert mailer.sender.LIMIT == 21
