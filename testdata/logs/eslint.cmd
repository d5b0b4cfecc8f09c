eslint lint.js parse.js
exit 1
ESLint v8.57.1
