pylint py/lint.py
exit 22
pylint 4.1.4
