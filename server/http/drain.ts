import type { FastifyInstance } from "fastify";

/**
 * The time between the order to stop and the stop: the process answers everything, says at `/health/ready` that nothing more
 * should be sent, and ends each connection with its answer, so that a balancer has none left to it when it closes.
 */
export class Drain {
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  begin(): void {
    this.#isOn = true;
  }
}

export function endConnectionsWhile(drain: Drain, app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    if (drain.isOn) reply.header("connection", "close");
    done();
  });
}
