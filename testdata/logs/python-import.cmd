python broken/test_syntax.py
exit 1
Python 3.11.7
