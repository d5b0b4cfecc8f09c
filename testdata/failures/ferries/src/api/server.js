'use strict';

const http = require('node:http');

function start(handler) {
  const server = http.createServer(handler);
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen({ host: '127.0.0.1', port: 45117 }, () => resolve(server));
  });
}

function book(req, res, free) {
  if (free < 1) {
    res.writeHead(409);
    res.end('full');
  }
  res.writeHead(201);
  res.end('booked');
}

module.exports = { start, book };
