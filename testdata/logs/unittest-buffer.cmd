python -m unittest -b
exit 1
Python 3.11.7
