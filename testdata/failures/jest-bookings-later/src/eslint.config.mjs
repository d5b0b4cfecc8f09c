const globals = { module: 'readonly', require: 'readonly', console: 'readonly' };
export default [{ files: ['web/*.js'], languageOptions: { globals }, rules: {
  'no-unused-vars': 'error', 'no-undef': 'error', eqeqeq: 'error', 'prefer-const': 'error', 'no-empty': 'error', 'no-fallthrough': 'error' } }];
