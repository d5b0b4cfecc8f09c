LOTS = {"L1": 1200, "L2": 800}


def bottles(lot: str) -> int:
    return LOTS.get(lot)
