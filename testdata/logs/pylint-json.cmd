pylint --output-format=json shop/money.py
exit 30
pylint 4.1.4
