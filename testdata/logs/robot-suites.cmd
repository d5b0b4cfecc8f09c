robot --output NONE --log NONE --report NONE tests
exit 3
Robot Framework 7.5 (Python 3.11.7 on linux)
