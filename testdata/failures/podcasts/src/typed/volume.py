def normalise(levels: list[float]) -> list[float]:
    return [level / max(levels) for level in levels]


presets: list[int] = [3, 5, 8]
print(normalise(presets))
