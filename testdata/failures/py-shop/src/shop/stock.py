def low(stock):
    out = set()
    for sku, n in stock.items():
        if n < 3:
            out.add(sku)
    return ", ".join(out)


def drop(stock):
    for sku in stock:
        if stock[sku] == 0:
            del stock[sku]
    return stock


def page(items, n, size):
    return items[n * size:(n + 1) * size]
