node_modules/.bin/playwright test --reporter=github pw
exit 1
@playwright/test 1.65.1
