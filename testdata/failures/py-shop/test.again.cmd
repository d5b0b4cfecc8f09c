python -m pytest --continue-on-collection-errors -v --color=yes -p randomly -p "no:cacheprovider"
exit 1
Python 3.11.7
/builds/py-shop
