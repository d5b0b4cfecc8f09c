from dataclasses import dataclass


@dataclass
class Wine:
    grape: str
    year: int
    price: float

    @property
    def title(self) -> str:
        return f"{self.grape} {self.year}"
