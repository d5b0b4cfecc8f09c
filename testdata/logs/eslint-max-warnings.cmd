node_modules/.bin/eslint --max-warnings 0 --rule no-undef:off --rule eqeqeq:off es/a.js
exit 1
eslint v10.15.0, node v20.20.2
