ruff check --isolated --no-cache --select E,F,B --output-format=sarif shop
exit 1
ruff 0.17.6
