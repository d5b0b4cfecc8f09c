hadolint Dockerfile
exit 1
Haskell Dockerfile Linter 2.15.1
