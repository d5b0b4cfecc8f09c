DEFAULT = 50


def page_size(asked=None) -> int:
    return asked or DEFAULT
