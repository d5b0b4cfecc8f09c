playwright test --reporter=junit
exit 1
@playwright/test 1.65.1
