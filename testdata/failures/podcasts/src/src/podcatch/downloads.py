class Downloader:
    def __init__(self, session):
        self.session = session

    async def size(self, url: str) -> int:
        head = await self.session.head(url)
        return int(head["Content-Length"])
