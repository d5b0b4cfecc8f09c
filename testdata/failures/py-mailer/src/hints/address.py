import re


def find(text: str) -> str:
    return re.search("@", text).group()


def port(host: str) -> int:
    return host.split(":")[1]


def connect(port: int) -> None:
    print(port)


connect("25")
re.match_all("a", "b")
names: list[str] = []
seen = {}
