import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../../../server/db/database.ts";
import { until } from "../../support/until.ts";
import { startUpstream, type TestUpstream } from "../../support/upstream.ts";
import type { KillCase, Person } from "./kill-case.ts";

type Row = Readonly<Record<string, unknown>>;
/** Versions by row id, in order. */
export type Versions = Map<string, number[]>;

export const note = (versions: Versions, row: unknown, version: unknown) => {
  const known = versions.get(String(row)) ?? [];
  versions.set(String(row), [...known, Number(version)]);
};

/** Sends the events of members to an address. */
export async function subscribe({ call }: Pick<Person, "call">, url: string): Promise<void> {
  const hook = { name: "对账系统", url: `${url}/hook`, tables: "member/member" };
  const { result } = await call<Row>("POST", "/sys/webhook/add", hook);
  expect((await call("POST", "/sys/webhook/issue", { id: result.id })).success).toBe(true);
}

/** Saves one row again and again until its server is gone; what was answered is on the list. */
export async function writeMember({ call }: Pick<Person, "call">, mobile: string, answered: Versions): Promise<void> {
  try {
    const added = await call<Row>("POST", "/member/member/add", { realname: "零", mobile, registerSource: "2" });
    if (!added.success) throw new Error(added.message);
    note(answered, added.result.id, added.result.version);
    for (let turn = 1; ; turn += 1) {
      const saved = await call<Row>("PUT", "/member/member/edit", { id: added.result.id, realname: `第${turn}次` });
      note(answered, added.result.id, saved.result.version);
    }
  } catch (error) {
    // `fetch` failed: the server was killed.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** As if the leases of what was cut off were over. */
export const endLeases = ({ kysely }: Database) =>
  sql`update sys_webhook_delivery set next_time = create_time where state in ('0', '2')`.execute(kysely);

/** Waits until each delivery is accepted. */
export const delivered = ({ call }: Pick<Person, "call">) =>
  until(async () => {
    for (const state of ["0", "2"]) {
      const { result } = await call<{ total: number }>("GET", `/sys/webhookDelivery/list?state=${state}`);
      expect(result.total).toBe(0);
    }
  });

/** What a receiver has heard, by row: all of it, and what it has answered to. */
export interface Heard {
  readonly received: Versions;
  readonly accepted: Versions;
}

export const hearNothing = (): Heard => ({ received: new Map(), accepted: new Map() });

/** Events that nobody noted, that nobody accepted, and that came before an earlier one of their row. */
export async function faultsOf({ kysely }: Database, answered: Versions, { received, accepted }: Heard) {
  const told: Versions = new Map();
  const { rows } = await sql<Row>`select row_id, row_version from sys_webhook_event order by no`.execute(kysely);
  for (const row of rows) note(told, row.row_id, row.row_version);
  const unanswered = [...answered].filter(([id, versions]) => !versions.every((one) => told.get(id)?.includes(one)));
  const lost = [...told].filter(([id, versions]) => !versions.every((one) => accepted.get(id)?.includes(one)));
  const unordered = [...received].filter(([, versions]) => versions.some((one, at) => one < (versions[at - 1] ?? 0)));
  return { unanswered, lost, unordered };
}

export const noFaults = { unanswered: [], lost: [], unordered: [] };

/** A receiver that has the event, while the sender will never know: it is sent again until it is answered. */
export function webhookDelivery(): KillCase {
  const rows = 4;
  const accepted = 3;
  const heard = hearNothing();
  const answered: Versions = new Map();
  let receiver: TestUpstream;
  let isCut = true;
  return {
    title: "a delivery loses no event and changes no order within a row",
    async env() {
      receiver = await startUpstream((call, response) => {
        const { event, rowId, version } = JSON.parse(call.body) as Row;
        const isAccepted = !isCut || receiver.calls.length <= accepted;
        if (event !== "test") note(heard.received, rowId, version);
        if (event !== "test" && isAccepted) note(heard.accepted, rowId, version);
        if (isAccepted) response.end();
      });
      return { WEBHOOK_HOSTS: `127.0.0.1:${receiver.port}` };
    },
    async prepare(before) {
      await subscribe(before, receiver.url);
      return {
        async act() {
          const writers = Array.from({ length: rows }, (_, at) => writeMember(before, `1770000000${at}`, answered));
          await Promise.all(writers);
          return false;
        },
        isAtWork: () => until(() => expect(receiver.calls.length).toBeGreaterThan(accepted)),
        async stored(db) {
          isCut = false;
          await endLeases(db);
        },
        check: (after) => delivered(after),
        async left(db) {
          expect(answered.size).toBeGreaterThan(0);
          expect(await faultsOf(db, answered, heard)).toEqual(noFaults);
        },
      };
    },
    close: () => receiver.close(),
  };
}
