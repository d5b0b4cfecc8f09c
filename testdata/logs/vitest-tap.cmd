vitest run --root . --dir vi --reporter=tap
exit 1
vitest 4.1.12, node v20.20.2
