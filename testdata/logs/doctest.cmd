python -m doctest shop/pricing.py
exit 1
Python 3.11.7
