node_modules/.bin/vitest run --reporter=tap-flat vt
exit 1
vitest/4.1.12 linux-x64 node-v20.20.2
