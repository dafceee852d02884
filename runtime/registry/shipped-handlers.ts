/** What documents may `call` by name: the console has a function for each. Plugins bring actions of their own instead. */
export const shippedHandlers = [
  "account.link",
  "dictionaries.refresh",
  "notices.show",
  "session.begin",
  "session.viewAs",
] as const;

export type ShippedHandler = (typeof shippedHandlers)[number];
