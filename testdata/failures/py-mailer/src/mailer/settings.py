from mailer import sender

TIMEOUT = sender.DEFAULT * 2
