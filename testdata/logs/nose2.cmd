python -m nose2 test_unit
exit 1
nose2 0.16.0, Python 3.11.7
