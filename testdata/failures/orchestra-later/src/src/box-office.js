import { createServer } from 'node:http';

const port = Number(process.env.BOX_OFFICE_PORT);

export function open() {
  const server = createServer((req, res) => res.end('open'));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
