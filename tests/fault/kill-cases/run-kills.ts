import { once } from "node:events";
import { expect } from "vitest";
import { openDatabase } from "../../../server/db/open-database.ts";
import { type ConsoleServer, startConsoleServer, testPassword } from "../../support/console-server.ts";
import { endsAt, holdsAt } from "../../support/ends-at.ts";
import { formCaller } from "../../support/form-caller.ts";
import type { StartedPlace } from "../../support/started-places.ts";
import { until } from "../../support/until.ts";
import type { KillCase, Person, Work } from "./kill-case.ts";

type Env = Readonly<Record<string, string>>;

/** Servers over one place, one after the other, and its database between them. */
export class KilledPlace {
  readonly #place: StartedPlace;
  readonly #env: Env;

  constructor(place: StartedPlace, env: Env = {}) {
    this.#place = place;
    this.#env = env;
  }

  start(env: Env = {}): Promise<ConsoleServer> {
    return startConsoleServer({ SEED: "none", ...this.#place.env, ...this.#env, ...env }, this.#place.folder);
  }

  async personAt({ url }: ConsoleServer): Promise<Person> {
    const api = `${url}/api`;
    const answer = await fetch(`${api}/sys/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "admin", password: testPassword }),
    });
    const { result, message } = (await answer.json()) as { result: { token: string } | null; message: string };
    if (!result) throw new Error(`signing in: ${message}`);
    const headers = { "X-Access-Token": result.token };
    return { ...(await formCaller(url)), api, headers, folder: this.#place.folder };
  }

  async atDatabase(look: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>): Promise<void> {
    const url = this.#place.env.DATABASE_URL;
    const db = await openDatabase(url === undefined ? { dataDir: this.#place.folder } : { url }, { log: () => {} });
    await look(db).finally(() => db.close());
  }

  /** One statement is worked at after the other. */
  get isEmbedded(): boolean {
    return this.#place.env.DATABASE_URL === undefined;
  }

  remove = () => this.#place.remove();
}

export interface Killed {
  readonly title: string;
  readonly work: Work;
  readonly isAnswered: boolean;
  /** What was wrong in the database; undefined when all was well. */
  fault?: unknown;
}

/**
 * Does the work of all kinds at the same time at one server, kills it once when each is in its middle, and looks at the
 * database. The embedded one works at one statement at a time: there the first of them is in its middle and the others wait.
 */
export async function killAtOnce(place: KilledPlace, cases: readonly KillCase[]): Promise<readonly Killed[]> {
  await place.atDatabase(async (db) => {
    for (const { fill } of cases) await fill?.(db);
  });
  const held = cases.flatMap(({ middle }) => middle ?? []);
  const server = await place.start(holdsAt(held));
  const person = await place.personAt(server);
  const works: { readonly title: string; readonly work: Work; readonly isHeld: boolean }[] = [];
  for (const one of cases) {
    works.push({ title: one.title, work: await one.prepare(person, 0), isHeld: one.middle !== undefined });
  }
  const begun = new Map<Work, Promise<boolean>>();
  const begin = (isHeld: boolean) => {
    for (const { work, isHeld: own } of works) if (own === isHeld) begun.set(work, work.act());
  };
  begin(false);
  await Promise.all(works.map(({ work }) => work.isAtWork?.()));
  server.process.kill("SIGUSR2");
  begin(true);
  const most = place.isEmbedded ? Math.min(1, held.length) : held.length;
  // What is refused before its middle fails its own case.
  const faults = new Map<Work, unknown>();
  for (const [work, working] of begun) working.catch((error: unknown) => faults.set(work, error));
  await until(() => expect(heldBy(server).length + faults.size).toBeGreaterThanOrEqual(most)).catch(
    (error: unknown) => {
      throw new Error(`held are only: ${heldBy(server).join(", ")}`, { cause: error });
    },
  );
  await server.stop("SIGKILL");
  const killed: Killed[] = [];
  for (const { title, work } of works) {
    const isAnswered = (await begun.get(work)?.catch(() => false)) ?? false;
    killed.push({ title, work, isAnswered, ...(faults.has(work) ? { fault: faults.get(work) } : {}) });
  }
  await place.atDatabase(async (db) => {
    for (const one of killed) {
      await one.work.stored?.(db, one.isAnswered).catch((error: unknown) => {
        one.fault ??= error;
      });
    }
  });
  return killed;
}

const heldBy = (server: ConsoleServer): readonly string[] =>
  [...server.output().matchAll(/^held (.+)$/gm)].map(([, mark = ""]) => mark);

/** Ends the server of one kind of work at each of its statements by turns. @returns how often it ended before the answer */
export async function killByTurns(place: KilledPlace, one: KillCase, ends: readonly number[]): Promise<number> {
  let count = 0;
  await place.atDatabase(async (db) => one.fill?.(db));
  for (const [round, at] of ends.entries()) {
    const server = await place.start(endsAt(one.middle?.mark ?? "", at));
    const work = await one.prepare(await place.personAt(server), round);
    server.process.kill("SIGUSR2");
    const isAnswered = await work.act();
    if (isAnswered) await server.stop("SIGKILL");
    else if (server.process.exitCode === null && server.process.signalCode === null) await once(server.process, "exit");
    if (!isAnswered) count += 1;
    await place.atDatabase(async (db) => work.stored?.(db, isAnswered));
    if (work.check) {
      const next = await place.start();
      await work.check(await place.personAt(next), isAnswered);
      await next.stop("SIGKILL");
    }
    await place.atDatabase(async (db) => {
      // Where servers start quickly, more sign-ins than a person makes.
      await db.kysely.deleteFrom("sys_limit").execute();
      await work.left?.(db, isAnswered);
    });
  }
  return count;
}
