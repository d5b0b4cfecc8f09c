from operator import itemgetter


def oldest_first(bottles):
    """The bottles by year and, within it, by number."""
    return sorted(bottles, key=itemgetter("year", "id"))
