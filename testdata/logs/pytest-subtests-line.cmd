python -m pytest -q --tb=line test_a.py
exit 1
pytest 9.2.0, Python 3.11.7
