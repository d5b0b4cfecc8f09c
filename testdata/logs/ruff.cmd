ruff check lint_me.py --isolated
exit 1
ruff 0.17.6
