from unittest.mock import patch

from cellar.orders import confirm


@patch("cellar.mailer.send")
def test_confirm_sends_mail(send):
    assert confirm({"mail": "k@example.org", "bottles": 6})
    send.assert_called_once()
