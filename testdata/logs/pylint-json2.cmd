pylint --output-format=json2 shop/money.py
exit 30
pylint 4.1.4
