node_modules/.bin/mocha -R xunit moc/price.spec.cjs
exit 6
mocha 12.0.3, Node v20.20.2
