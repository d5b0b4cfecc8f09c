class Player:
    def __init__(self):
        self._listeners = []

    def on_stop(self, f):
        self._listeners.append(f)

    def stop(self):
        return [f() for f in self._listeners]


class CarPlayer(Player):
    def __init__(self, car):
        self.car = car
