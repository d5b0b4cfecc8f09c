from decimal import ROUND_HALF_UP, Decimal


def share(amount: float) -> Decimal:
    return Decimal(amount).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
