mypy shop --output json --strict
exit 1
mypy 2.4.1
