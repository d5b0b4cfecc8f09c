from xml.etree import ElementTree


def duration(item: str) -> str:
    return ElementTree.fromstring(item).find("duration").text
