python -m unittest
exit 1
Python 3.11.7
