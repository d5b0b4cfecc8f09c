node syn.js
exit 1
node v20.20.2
