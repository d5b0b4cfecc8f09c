import json
from pathlib import Path


class ChapterFile:
    """Chapters by the second at which they begin."""

    def __init__(self, path: Path):
        self.path = path

    def write(self, chapters: dict[int, str]) -> None:
        self.path.write_text(json.dumps(chapters))

    def read(self) -> dict[int, str]:
        return json.loads(self.path.read_text())
