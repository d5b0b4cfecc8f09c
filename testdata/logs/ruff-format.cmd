ruff format --check shop
exit 1
ruff 0.17.6
