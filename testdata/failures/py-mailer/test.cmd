python -m pytest --continue-on-collection-errors -p no:randomly test
exit 1
Python 3.11.7
/home/runner/work/py-mailer/py-mailer
