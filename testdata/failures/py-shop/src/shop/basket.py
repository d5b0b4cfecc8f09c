class Basket:
    def __init__(self, items=[]):
        self.items = items

    def add(self, sku):
        self.items.append(sku)

    def first(self):
        match = next((i for i in self.items if i.startswith("A")), None)
        return match.upper()
