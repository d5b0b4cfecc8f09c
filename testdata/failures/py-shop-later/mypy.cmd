mypy --cache-dir=/dev/null typed
exit 1
Python 3.11.7
/home/runner/work/py-shop/py-shop
