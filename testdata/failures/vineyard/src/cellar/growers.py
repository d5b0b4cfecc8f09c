GROWERS = {"Château Léoville": 14, "Müller": 3}


def plots(name):
    return GROWERS.get(name, 0)
