class Basket:
    def __init__(self, items=None):
        self.items = list(items or [])

    def add(self, sku, n):
        self.items.extend([sku] * n)

    def first(self):
        match = next((i for i in self.items if i.startswith("A")), None)
        return match.upper() if match else ""


class GiftBasket(Basket):
    def __init__(self, card):
        self.card = card

    def greeting(self):
        return f"{self.card} ({len(self.items)})"
