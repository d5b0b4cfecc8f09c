class Playlist:
    queue: dict = {}

    def enqueue(self, guid, title):
        self.queue[guid] = title
        return self

    def __len__(self):
        return len(self.queue)
