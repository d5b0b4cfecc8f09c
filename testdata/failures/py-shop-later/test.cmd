python -m pytest --continue-on-collection-errors -p no:cacheprovider tests
exit 1
Python 3.11.7
/home/runner/work/py-shop/py-shop
