class Panel:
    notes = []

    def note(self, text):
        self.notes.append(text)
