LOTS: dict[str, int] = {"L1": 1200, "L2": 800}
BOX = 6


def bottles(lot: str) -> int:
    return LOTS.get(lot, 0)


def pallets(lot, boxes_each=60):
    """How many pallets a lot fills; a lot that is not known fills none."""
    boxes = LOTS.get(lot) / BOX
    return round(boxes / boxes_each)


def litres(lot: str) -> int:
    """The litres of a lot, rounded."""
    return bottles(lot) * 0.75
