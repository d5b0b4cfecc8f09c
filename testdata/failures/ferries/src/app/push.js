'use strict';

exports.send = (text) => {
  process.stdout.write(text);
};
