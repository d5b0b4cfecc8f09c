tape tape/cart.js
exit 1
tape 5.10.2, Node v20.20.2
