'use strict';

/** Sounds the horn and calls back when it is silent again. */
function horn(seconds, sound) {
  sound(true);
  return new Promise((done) => {
    setTimeout(() => {
      sound(false);
      done();
    }, seconds * 1000);
  });
}

module.exports = { horn };
