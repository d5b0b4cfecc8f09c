npx eslint deck
exit 1
node v20.20.2, jest 29
/home/runner/work/ferries/ferries
