behave --no-color -f progress
exit 1
behave 1.3.3
