def oldest_first(bottles):
    return sorted(bottles, key=lambda b: b["year"])
