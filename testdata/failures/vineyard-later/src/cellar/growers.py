GROWERS = {"Château Léoville": 14, "Müller": 3, "Weingut Köhler": 8}


class UnknownGrower(LookupError):
    pass


def plots(name):
    try:
        return GROWERS[name.strip()]
    except KeyError:
        raise UnknownGrower(name) from None


def delivery_note(name, kilos):
    return f"{name}: {kilos / plots(name):.0f} kg a plot"
