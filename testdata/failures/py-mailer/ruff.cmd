ruff check --select=E,F --output-format=concise tools
exit 1
Python 3.11.7
/home/runner/work/py-mailer/py-mailer
