from typing import Optional


def cents(text: str) -> Optional[int]:
    return int(text) if text.isdigit() else None


def double(text: str) -> int:
    n = cents(text)
    return n * 2


def label(n: int) -> str:
    return n


def show() -> str:
    return label("7")
