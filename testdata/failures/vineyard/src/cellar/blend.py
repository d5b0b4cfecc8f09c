def alcohol(parts):
    """Alcohol of a blend of (share, percent)."""
    return sum(share * percent for share, percent in parts)
