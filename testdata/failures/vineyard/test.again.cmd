python -m pytest -p no:randomly -p no:cacheprovider --continue-on-collection-errors -vv --color=yes
exit 1
Python 3.11.7, pytest 9.2.0
/builds/vineyard
