GITHUB_ACTIONS=true jest -c jest/jest.config.js --ci --reporters=default --reporters=github-actions
exit 1
jest 30.5.2, node v20.20.2
