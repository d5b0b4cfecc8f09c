def low(stock, below=3):
    names = [sku for sku, n in stock.items() if n < below]
    return ", ".join(names.sort())


def drop(stock):
    for sku in list(stock):
        if stock[sku] == 0:
            del stock[sku]
    return stock


def page(items, n, size):
    start = n * size
    return items[start:start + size]


def pages(items, size):
    return -(-len(items) // size)
