from typing import List


def lines(plays: dict) -> List[str]:
    return [f"{episode}: {n} plays in the last week" for episode, n in plays.items() if n > 0]
