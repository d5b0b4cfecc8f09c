jasmine --random=false jasmine/spec/cart.spec.js
exit 3
jasmine 7.0.0, Node v20.20.2
