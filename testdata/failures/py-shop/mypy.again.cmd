mypy typed --pretty
exit 1
Python 3.11.7
/builds/py-shop
