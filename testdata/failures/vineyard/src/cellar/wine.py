class Wine:
    def __init__(self, grape, year):
        self.grape = grape
        self.year = year

    @property
    def title(self):
        return f"{self.grape} {self.year}"


def heading(wine):
    return wine.title().upper()
