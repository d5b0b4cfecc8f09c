python -m unittest -v test_unit
exit 1
Python 3.11.7
