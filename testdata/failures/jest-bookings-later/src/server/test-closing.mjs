import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { closed } from './routes.mjs';

class Server extends EventEmitter {
  stop() {
    setImmediate(() => this.emit('close'));
  }
}

test('says when the server is closed', async () => {
  assert.equal(await closed(new Server()), true);
});
