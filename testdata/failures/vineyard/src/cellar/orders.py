from cellar.mailer import send


def confirm(order):
    send(order["mail"], f"{order['bottles']} bottles are on their way")
    return True
