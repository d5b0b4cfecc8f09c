ava --tap av/*.mjs
exit 1
ava 7.0.0, node v20.20.2
