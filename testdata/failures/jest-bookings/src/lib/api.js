async function load(client, id) {
  const booking = client.get(id);
  return booking.guest;
}

async function cancel(client, id) {
  await client.remove(id);
  return 'cancelled';
}

function notify(mailer, guest) {
  mailer.send(guest.email);
}

function status(booking) {
  return booking ? 200 : 500;
}

class Queue {
  constructor() {
    this.jobs = [];
    this.push = Queue.prototype.add;
  }

  add(job) {
    this.jobs.push(job);
    return this.jobs.length;
  }
}

function connect(env) {
  if (!env.BOOKINGS_DB) throw new Error('BOOKINGS_DB is not defined');
  return env.BOOKINGS_DB;
}

function done(emitter) {
  return new Promise((resolve) => emitter.on('finished', resolve));
}

module.exports = { load, cancel, notify, status, Queue, connect, done };
