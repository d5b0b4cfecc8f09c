def report(pallet):
    return f"pallet {pallet['id']} with {pallet['bottles']} bottles is in row {pallet['row']} now"
