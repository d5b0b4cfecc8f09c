node_modules/.bin/playwright test --reporter=junit pw
exit 1
@playwright/test 1.65.1
