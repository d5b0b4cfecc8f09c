from collections import Mapping


def total_litres(barrels):
    if isinstance(barrels, Mapping):
        barrels = barrels.values()
    return sum(barrels)
