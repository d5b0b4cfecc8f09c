eslint -f unix lint.js
exit 1
ESLint v8.57.1
