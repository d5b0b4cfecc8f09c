playwright test --reporter=line
exit 1
@playwright/test 1.65.1
