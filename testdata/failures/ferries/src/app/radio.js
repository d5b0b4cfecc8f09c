'use strict';

const { EventEmitter } = require('events');

class Radio extends EventEmitter {
  receive(text) {
    this.emit('message', text);
  }
}

exports.Radio = Radio;

exports.next = (radio) => new Promise((resolve) => radio.once('mesage', resolve));

exports.tune = (radio, options) => {
  radio.channel = options.channel;
  options.onTuned(radio.channel);
};
