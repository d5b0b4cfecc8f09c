interface Pilot {
  name: string;
}

async function onDuty(): Promise<Pilot> {
  return { name: 'Solveig' };
}

export async function greet(): Promise<string> {
  const pilot = onDuty();
  return `Good day, ${pilot.name}`;
}
