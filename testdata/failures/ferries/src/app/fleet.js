'use strict';

const Vessel = require('./vessel');

module.exports.build = (names) => names.map((name) => new Vessel(name, {}));
