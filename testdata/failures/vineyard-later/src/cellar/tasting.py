class Panel:
    def __init__(self):
        self.notes = []

    def note(self, text):
        self.notes.append(text)

    def long_notes(self, words=3):
        return (n for n in self.notes if len(n.split()) >= words)


def summary(panel):
    """How many long notes there are, and which."""
    long = panel.long_notes()
    return {"count": sum(1 for _ in long), "notes": list(long)}


class Flight:
    """Wines that are poured side by side."""

    poured = {}

    def __init__(self, name):
        self.name = name

    def pour(self, wine, glasses):
        self.poured[wine] = self.poured.get(wine, 0) + glasses

    def glasses(self):
        return sum(self.poured.values())
