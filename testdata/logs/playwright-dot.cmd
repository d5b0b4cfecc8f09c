playwright test --reporter=dot
exit 1
@playwright/test 1.65.1
