'use strict';

const fs = require('fs');

exports.ports = () => JSON.parse(fs.readFileSync('app/ports.json', 'utf8'));

exports.weigh = async (trucks, scale) => {
  let kilos = 0;
  trucks.forEach(async (truck) => {
    kilos += await scale(truck);
  });
  return kilos;
};

exports.encode = (manifest) => JSON.stringify(manifest);

exports.decodeId = (body) => String(JSON.parse(body).id);

exports.confirmAll = (orders) => Promise.all(orders.map((o) => o()));
