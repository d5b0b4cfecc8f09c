jest jest
exit 1
jest 30.5.2, Node v20.20.2
