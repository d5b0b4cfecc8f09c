playwright test --reporter=list
exit 1
@playwright/test 1.65.1
