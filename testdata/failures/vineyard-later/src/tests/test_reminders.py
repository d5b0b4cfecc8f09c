from datetime import date

from cellar.reminders import remind


def test_remind_after_a_month(monkeypatch):
    sent = []
    monkeypatch.setattr("cellar.mailer.send", lambda to, text: sent.append(to))
    orders = [
        {"mail": "a@example.org", "sent": date(2026, 8, 1)},
        {"mail": "b@example.org", "sent": date(2026, 9, 9)},
    ]
    assert remind(orders, date(2026, 9, 20)) == 1
    assert sent == ["a@example.org"]
