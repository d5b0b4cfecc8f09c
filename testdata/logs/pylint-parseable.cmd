pylint --output-format=parseable shop/money.py
exit 30
pylint 4.1.4
