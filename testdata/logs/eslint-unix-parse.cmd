node_modules/.bin/eslint -f node_modules/eslint-formatter-unix/index.js es
exit 1
eslint v10.15.0, node v20.20.2
