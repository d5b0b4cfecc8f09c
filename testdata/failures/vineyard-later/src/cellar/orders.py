from cellar.mailer import send


def confirm(order):
    """Writes one mail to whoever ordered."""
    lines = []
    for wine, bottles in order["wines"].items():
        lines.append(f"{bottles} x {wine}")
        send(order["mail"], "on their way:\n" + "\n".join(lines))
    return True
