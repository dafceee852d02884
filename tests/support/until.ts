import { vi } from "vitest";

/** Waits until the expectation holds: at once where it does, long enough for a machine with other work. */
export const until = <Result>(fact: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(fact, { timeout: 60_000, interval: 20 });
