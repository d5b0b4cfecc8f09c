'use strict';

const { once } = require('node:events');

async function sailings(request, port) {
  const response = await request(`http://ferries.example/ports/${encodeURI(port)}/sailings`);
  return (await response.json()).map((s) => s.at);
}

async function body(stream) {
  const [chunk] = await once(stream, 'data');
  return chunk;
}

module.exports = { sailings, body };
