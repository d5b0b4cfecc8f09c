from mailer import dkim


def test_sign():
    assert dkim.sign(" k ") == "k"
