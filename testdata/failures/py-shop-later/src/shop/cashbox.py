class Cashbox:
    def __init__(self):
        self.taken = 0.0

    def take(self, price):
        self.taken += price
