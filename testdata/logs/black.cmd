black --check shop
exit 123
black, 26.10.1 (compiled: yes)
