import { createServer } from 'node:http';

export function open() {
  const server = createServer((req, res) => res.end('open'));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(38471, '127.0.0.1', () => resolve(server));
  });
}
