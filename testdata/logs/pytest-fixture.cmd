pytest -p no:sugar -p no:cacheprovider -p no:asyncio tests/test_fix.py
exit 1
pytest 9.2.0, Python 3.11.7
