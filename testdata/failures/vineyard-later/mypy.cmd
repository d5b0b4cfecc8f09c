mypy typed
exit 1
Python 3.11.7, pytest 9.2.0
/home/runner/work/vineyard/vineyard
