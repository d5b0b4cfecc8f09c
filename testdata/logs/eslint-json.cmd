eslint -f json lint.js
exit 1
ESLint v8.57.1
