import mailer.spam


def test_short_mail_is_no_spam():
    assert mailer.spam.score(["hi"]) is False


def test_outbox(mail_server):
    assert mail_server is not None
