markdownlint-cli2 README.md
exit 1
markdownlint-cli2 0.22.1
