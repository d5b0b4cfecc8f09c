CI=true GITHUB_ACTIONS=true bun test ./bun/
exit 1
bun 1.4.5
