def alcohol(parts):
    """Alcohol of a blend of (share, percent)."""
    return sum(share * percent for share, percent in parts)


def whole_bottles(litres):
    """Bottles of 0.75 l, to the nearest whole one; halves are rounded up."""
    return round(litres / 0.75)
