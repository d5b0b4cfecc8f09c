'use strict';

const assert = require('node:assert/strict');
const { after, test } = require('node:test');
const { book, start } = require('./server');

const running = [];
after(() => running.forEach((s) => s.close()));

test('serves the first quay', async () => {
  running.push(await start(() => {}));
});

test('serves the second quay', async () => {
  running.push(await start(() => {}));
});

test('refuses when the ferry is full', () => {
  const res = {
    sent: false,
    statusCode: 0,
    writeHead(code) {
      if (this.sent) throw Object.assign(new Error('Cannot write headers after they are sent to the client'), { code: 'ERR_HTTP_HEADERS_SENT' });
      this.statusCode = code;
    },
    end() {
      this.sent = true;
    },
  };
  book({}, res, 0);
  assert.equal(res.statusCode, 409);
});
