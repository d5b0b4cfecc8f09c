bats --formatter tap --timing test
exit 1
Bats 1.8.2
