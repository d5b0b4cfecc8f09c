import csv
from pathlib import Path


def write(path: Path, rows: list[tuple[str, int]]) -> None:
    with path.open("w", newline="") as f:
        writer = csv.DictWriter(f, fieldnames=["episode", "plays"])
        writer.writeheader()
        for episode, plays in rows:
            writer.writerow({"episode": episode, "plays": plays})
