import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port that nobody is given by chance, below those that systems hand out by themselves: whoever listens there can stop
 * and listen there again.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInt(12_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
