from dataclasses import dataclass
from datetime import datetime


@dataclass
class Ferment:
    tank: str
    began: datetime
    ended: datetime

    @property
    def hours(self) -> float:
        elapsed = self.ended - self.began
        return elapsed.seconds / 3600


def hours(began: datetime, ended: datetime) -> float:
    return Ferment("", began, ended).hours


def logbook(ferments):
    return [f"{f.tank}: {f.hours:.1f} h" for f in ferments]


def since_last_reading(text: str, now: datetime) -> float:
    """Minutes since the time that the probe wrote, such as 2026-09-29T14:00:00Z."""
    return (now - datetime.fromisoformat(text)).total_seconds() / 60
