from unittest.mock import patch

from cellar.orders import confirm


@patch("cellar.orders.send")
def test_confirm_sends_mail(send):
    assert confirm({"mail": "k@example.org", "wines": {"Riesling": 6, "Merlot": 2}})
    send.assert_called_once()
    assert "2 x Merlot" in send.call_args.args[1]
