import json
from pathlib import Path


class Racks:
    """Which wine lies in which rack; kept in a file between two runs."""

    def __init__(self, path: Path):
        self.path = path
        self.wines = json.loads(path.read_text()) if path.exists() else {}

    def put(self, rack: int, wine: str):
        self.wines.setdefault(rack, []).append(wine)
        self.path.write_text(json.dumps(self.wines))

    def free(self, racks):
        return [rack for rack in racks if rack not in self.wines]
