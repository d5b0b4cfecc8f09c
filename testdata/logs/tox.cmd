tox -q
exit 1
tox 4.67.15, pytest 9.2.0
