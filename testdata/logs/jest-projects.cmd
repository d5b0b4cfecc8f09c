jest --ci
exit 1
jest 30.5.2 with two projects, Node v20.20.2
