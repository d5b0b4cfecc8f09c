def report(pallet):
    what = f"pallet {pallet['id']} with {pallet['bottles']} bottles"
    return f"{what} is in row {pallet['row']} now"


def heading(pallets):
    total = sum(p["bottles"] for p in pallets)
    stock = len(pallets)
    return f"{total} bottles"
