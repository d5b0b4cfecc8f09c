mypy lint_me.py
exit 1
mypy 2.4.1 (compiled: yes)
