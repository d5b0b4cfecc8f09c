import os


def server():
    host = os.environ["SHOP_SMTP_HOST"]
    return host, int(os.environ.get("SHOP_SMTP_PORT", "25"))
