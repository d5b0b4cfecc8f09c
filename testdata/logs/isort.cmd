isort --check shop
exit 1
isort 9.0.2
