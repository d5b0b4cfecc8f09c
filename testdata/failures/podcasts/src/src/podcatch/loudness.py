def gain(samples: list[float]) -> float:
    total = 0.0
    for s in samples:
        total += s
    return total / len(samples)
