tox
exit 1
tox 4.67.15, pytest 9.2.0, Python 3.11.7
