ruff check --no-cache --output-format=full scripts
exit 1
Python 3.11.7, pytest 9.2.0
/builds/vineyard
