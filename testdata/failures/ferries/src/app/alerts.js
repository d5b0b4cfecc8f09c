'use strict';

const push = require('./push');

exports.delayed = (sailing, minutes) => {
  if (minutes >= 15) push.send(`${sailing} is ${minutes} minutes late`);
};
