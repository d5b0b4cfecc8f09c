behave --no-color
exit 1
behave 1.3.3
