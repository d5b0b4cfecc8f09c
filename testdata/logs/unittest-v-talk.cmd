python -m unittest -v test_talk
exit 1
Python 3.11.7
