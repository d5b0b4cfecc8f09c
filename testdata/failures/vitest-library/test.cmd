TZ=Asia/Tokyo npx vitest run
exit 1
node v20.20.2
/home/runner/work/vitest-library/vitest-library
