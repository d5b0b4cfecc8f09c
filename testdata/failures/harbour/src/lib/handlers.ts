type Handler = (ship: string, at: Date) => void;

const handlers: Handler[] = [];

handlers.push((ship: string, at: Date, berth: string) => {
  void [ship, at, berth];
});

export { handlers };
