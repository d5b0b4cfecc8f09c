def number(day, count):
    return day.year + "-" + str(count).zfill(4)


def lines(order):
    return [f"{n} x {sku}" for sku, n in order]
