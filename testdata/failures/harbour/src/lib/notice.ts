interface Notice {
  title: string;
  until?: Date;
}

export const fog: Notice = { title: 'Fog', untill: new Date(0) };
