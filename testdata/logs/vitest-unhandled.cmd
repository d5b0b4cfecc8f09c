vitest run --dir v
exit 1
vitest/4.1.12 linux-x64 node-v20.20.2
