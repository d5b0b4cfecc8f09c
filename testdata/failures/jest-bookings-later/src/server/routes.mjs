import { once } from 'node:events';

export function answer(bookings, id) {
  const booking = bookings.find((b) => b.id === id);
  if (!booking) return { status: 500, body: 'no such booking' };
  return { status: 200, body: booking };
}

export async function closed(server) {
  server.stop();
  await once(server, 'closed');
  return true;
}
