from pathlib import Path


def template(name):
    return Path("cellar/templates", name + ".txt").read_text(encoding="utf-8")
