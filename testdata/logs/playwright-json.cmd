playwright test --reporter=json
exit 1
@playwright/test 1.65.1
