from mailer.settings import TIMEOUT

DEFAULT = 10
LIMIT = TIMEOUT + 1
