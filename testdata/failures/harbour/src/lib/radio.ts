type Channel = 12 | 16;

interface Call {
  channel: Channel;
  text: string;
}

function send(calls: Call[]): number {
  return calls.length;
}

const morning = [12, 16].map((channel) => ({ channel, text: 'good morning' }));

export const sent = send(morning);
