python -c "from shop.pricing import first; first([])"
exit 1
Python 3.11.7
