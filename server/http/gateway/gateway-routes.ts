import type { Database } from "../../db/database.ts";
import { compileRoute, type GatewayRoute } from "./compile-route.ts";
import type { GatewayCall } from "./predicates.ts";

/** Woken by every change of a route, on every server process. */
export const gatewayChannel = "gateway";

/** The routes that are switched on, in the order they were made; read once and again when one changed anywhere. */
export class GatewayRoutes {
  readonly #db: Database;
  readonly #hosts: readonly string[];
  #known: Promise<readonly GatewayRoute[]> | undefined;
  #size = 0;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(db: Database, hosts: readonly string[]) {
    this.#db = db;
    this.#hosts = hosts;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#db.listen(gatewayChannel, () => this.clear());
  }

  async stop(): Promise<void> {
    await this.#stopListening?.();
  }

  /** How many routes are kept at the moment. */
  get size(): number {
    return this.#known ? this.#size : 0;
  }

  /** Forgets the routes on this process. */
  clear(): void {
    this.#known = undefined;
  }

  /** The first route whose conditions all hold. */
  async find(call: GatewayCall): Promise<GatewayRoute | undefined> {
    return (await this.#all()).find(({ conditions }) => conditions.every((holds) => holds(call)));
  }

  #all(): Promise<readonly GatewayRoute[]> {
    if (this.#known) return this.#known;
    const reading = this.#read();
    this.#known = reading;
    reading.catch(() => this.clear());
    return reading;
  }

  async #read(): Promise<readonly GatewayRoute[]> {
    const rows = await this.#db.kysely
      .selectFrom("sys_gateway_route")
      .select(["id", "router_id as routerId", "uri", "predicates", "filters", "permission"])
      .select(["strip_prefix as stripPrefix", "retryable"])
      .where("status", "=", 1)
      .orderBy("create_time")
      .orderBy("id")
      .execute();
    // One that cannot forward is left out; the list of routes says why.
    const routes = rows.map((row) => compileRoute(row, this.#hosts)).filter((route) => typeof route !== "string");
    this.#size = routes.length;
    return routes;
  }
}
