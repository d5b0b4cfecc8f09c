npx tsc --noEmit --pretty false
exit 1
node v20.20.2, TypeScript 7.0.2
/home/runner/work/theatre/theatre
