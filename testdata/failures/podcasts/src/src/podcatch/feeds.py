from .net import fetch


def titles(url: str) -> list[str]:
    return [line for line in fetch(url).splitlines() if line]
