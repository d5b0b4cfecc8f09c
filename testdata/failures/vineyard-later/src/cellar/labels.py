from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"


def template(name):
    return TEMPLATES.joinpath(name + ".txt").read_text(encoding="utf-8")


def label(wine):
    """The label of a wine as people write it: Riesling 2024."""
    grape, _, year = wine.partition(" ")
    return f"{template(grape).strip()}, {year}"
