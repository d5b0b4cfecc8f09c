tsc --noEmit --strict --pretty bad.ts
exit 1
TypeScript 7.0.2
