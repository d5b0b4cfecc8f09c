from dataclasses import dataclass


@dataclass
class PressRun:
    grape: str
    bar: float = 1.5
    kilos: int
