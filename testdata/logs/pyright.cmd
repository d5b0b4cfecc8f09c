pyright py/shop.py
exit 1
pyright 1.1.414
