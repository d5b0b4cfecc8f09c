"""A copy of hydrometer 4.0."""


class Probe:
    def __init__(self, port, *, interval=1.0):
        self.port = port
        self.interval = interval
