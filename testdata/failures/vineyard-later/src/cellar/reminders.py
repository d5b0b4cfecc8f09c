from datetime import date

from cellar.mailer import send


def remind(orders, today: date):
    late = [o for o in orders if (today - o["sent"]).days > 30]
    for order in late:
        send(order["mail"], "your invoice is still open")
    return len(late)
