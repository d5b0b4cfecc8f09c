from dataclasses import dataclass


@dataclass
class Episode:
    guid: str
    seconds: int = 0
    number: int | None = None

    @property
    def minutes(self) -> int:
        return self.seconds // 60


def describe(e: Episode) -> str:
    return "%s (%d min)" % (e.guid, e.minutes())


def by_number(episodes):
    return [e.guid for e in sorted(episodes, key=lambda e: e.number)]
