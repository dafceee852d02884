import type { FastifyInstance } from "fastify";
import type { Database } from "../db/database.ts";
import { GarbageStatistics } from "./metrics.ts";
import { RequestStatistics } from "./requests.ts";
import { Sampler } from "./sampler.ts";

/** What one server process knows of itself. Nothing of it is stored: another process answers for itself. */
export class Monitor {
  readonly requests = new RequestStatistics();
  readonly garbage = new GarbageStatistics();
  readonly sampler: Sampler;

  constructor(db: Database) {
    this.sampler = new Sampler(db, this.requests);
  }

  install(app: FastifyInstance): void {
    this.requests.install(app);
  }

  start(): void {
    this.sampler.start();
    this.garbage.start();
  }

  stop(): void {
    this.sampler.stop();
    this.garbage.stop();
  }
}
