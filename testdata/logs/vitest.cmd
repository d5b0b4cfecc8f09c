vitest run --dir vitest
exit 1
vitest/3.2.7 linux-x64 node-v20.20.2
