python -m pytest -p no:cacheprovider --nosuchflag
exit 4
pytest 9.2.0, pytest-xdist 3.8.0, pytest-timeout 2.4.0, Python 3.11.7
