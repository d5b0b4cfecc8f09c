import collections


def flatten(value):
    """All tags of a possibly nested list."""
    for item in value:
        if isinstance(item, collections.Iterable) and not isinstance(item, str):
            yield from flatten(item)
        else:
            yield item
