import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import type { Database } from "../db/database.ts";
import { RequestStatistics } from "./requests.ts";
import { Sampler } from "./sampler.ts";

/** What one server process knows of itself. Nothing of it is stored: another process answers for itself. */
export class Monitor {
  /** Every figure of this server; the pages and `/metrics` read the same ones. */
  readonly registry = new Registry();
  readonly requests = new RequestStatistics(this.registry);
  readonly sampler: Sampler;
  #app: FastifyInstance | undefined;

  constructor(db: Database) {
    this.sampler = new Sampler(db, this.requests);
  }

  install(app: FastifyInstance): void {
    this.#app = app;
    this.requests.install(app);
  }

  /** Where the server listens; undefined while it does not. */
  address(): AddressInfo | undefined {
    const address = this.#app?.server.address();
    return address !== null && typeof address === "object" ? address : undefined;
  }

  start(): void {
    this.sampler.start();
  }

  stop(): void {
    this.sampler.stop();
  }
}
