'use strict';

const { kebab } = require('./vendor/kebab/index.js');

exports.sign = (text) => kebab(text);
