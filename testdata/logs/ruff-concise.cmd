ruff check --output-format=concise --isolated lint_me.py
exit 1
ruff 0.17.6
