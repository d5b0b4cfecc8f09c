from typing import Optional


def cents(text: str) -> Optional[int]:
    return int(text) if text.isdigit() else None


def double(text: str) -> int:
    n = cents(text)
    return (n or 0) * 2


def label(n: int) -> str:
    return str(n)


def show() -> str:
    return label(7)


def convert(prices: dict[str, float], rate: float) -> dict[str, float]:
    return {sku: price * rate for sku, price in prices.items()}


def convert_cents(prices: dict[str, int]) -> dict[str, float]:
    return convert(prices, 0.01)
