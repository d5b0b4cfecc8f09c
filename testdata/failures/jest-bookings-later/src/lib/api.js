async function load(client, id, log = () => {}) {
  const booking = client.get(id);
  log(`loaded booking ${id}`);
  return booking.guest.name;
}

async function cancel(client, id) {
  try {
    await client.remove(id);
    return 'cancelled';
  } catch {
    return 'unknown';
  }
}

function notify(mailer, guest) {
  mailer.send(guest.email, 'Your booking');
}

function status(booking) {
  return booking ? 200 : 404;
}

const jobs = [];

class Queue {
  constructor() {
    this.push = this.add.bind(this);
  }

  add(job) {
    jobs.push(job);
    return jobs.length;
  }
}

function connect(env) {
  return env.BOOKINGS_DB || 'memory';
}

function done(emitter) {
  return new Promise((resolve) => emitter.on('finish', resolve));
}

async function again(action, ms) {
  try {
    return await action();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return action();
  }
}

module.exports = { load, cancel, notify, status, Queue, connect, done, again };
