bats --formatter tap test
exit 1
Bats 1.8.2, GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)
/home/runner/work/backup/backup
