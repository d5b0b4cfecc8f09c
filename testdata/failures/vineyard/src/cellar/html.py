from jinja2 import Markup


def tag(name, text):
    return Markup("<{0}>{1}</{0}>").format(name, text)
