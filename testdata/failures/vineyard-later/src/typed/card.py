from typed.wines import Wine


def card(wines: list[Wine]) -> list[str]:
    return [f"{wine.title()}  {wine.price:>6.2f}" for wine in wines]
