prettier --check src
exit 2
prettier 3.10.1
