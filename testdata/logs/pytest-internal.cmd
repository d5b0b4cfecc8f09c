python -m pytest -p no:cacheprovider
exit 3
pytest 9.2.0, pytest-xdist 3.8.0, pytest-timeout 2.4.0, Python 3.11.7
