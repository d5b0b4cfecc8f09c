'use strict';

class Vessel {
  constructor(name, options) {
    this.name = name;
    this.knots = options.knots || 12;
  }
}

exports.default = Vessel;
