import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { invariants } from "../contract/sample-invariants.ts";
import { startConsoleServer } from "../support/console-server.ts";
import { callerOf, type PageCaller } from "../support/page-caller.ts";
import { proveSeed } from "../support/prove.ts";
import { seededPick } from "../support/seeded-pick.ts";

type Row = Readonly<Record<string, unknown>>;

/** `kills.test.ts` has one order in the middle of its completion. */
const kills = 50;
const handsAtOnce = 4;
const below = seededPick(proveSeed);

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "schema-console-money-kill-"));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Orders from their first line to the refund, as the people of the demo company press them. */
function pressesOf(admin: PageCaller, operator: PageCaller) {
  const rows = async (path: string, params: Readonly<Record<string, string>>): Promise<readonly Row[]> =>
    (await operator.get<{ records: readonly Row[] }>(`${path}/list`, { pageSize: "30", ...params })).result.records;
  const one = async (path: string, params: Readonly<Record<string, string>>): Promise<Row | undefined> => {
    const found = await rows(path, params);
    return found[below(found.length)];
  };
  const press =
    (person: PageCaller, path: string, action: string, status: string, answers: (row: Row) => Row = () => ({})) =>
    async () => {
      const row = await one(path, { status });
      return row && person.send<Row>("PUT", `${path}/${action}`, { id: row.id, ...answers(row) });
    };
  const [order, handle] = ["/store/storeOrder", "/settle/handleOrder"];
  return [
    async () => {
      const store = await one("/store/store", { status: "1" });
      const member = await one("/member/member", { status: "1", column: "points", order: "desc" });
      const products = await rows("/product/product", { status: "1", storeId: "" });
      const own = products.filter(({ storeId }) => !storeId || storeId === store?.id).slice(0, 1 + below(3));
      const points = below(2) * Math.floor(Math.min(500, Number(member?.points ?? 0)) / 100) * 100;
      return admin.send<Row>("POST", `${order}/add`, {
        ...{ storeId: store?.id, memberId: member?.id, orderType: "1", payType: "wechat", pointsUsed: points },
        details: { rows: own.map(({ id }) => ({ productId: id, qty: 1 + below(3) })) },
      });
    },
    press(operator, order, "audit", "0"),
    press(operator, order, "audit", "0"),
    press(operator, order, "complete", "1"),
    press(operator, order, "complete", "1"),
    press(operator, order, "applyRefund", "2", (row) => ({
      applyAmount: Math.max(0.01, Math.round(Number(row.payAmount) * 50) / 100),
      ...{ reasonCode: "1", reason: "服务不满意" },
    })),
    press(admin, handle, "accept", "0"),
    press(admin, handle, "pass", "1", (row) => ({ handleAmount: row.applyAmount, result: "同意" })),
  ];
}

/** Presses at once, until so many were answered; then the process is gone in the middle of the next ones. */
async function pressAndKill(presses: number): Promise<{ readonly ordered: readonly string[]; readonly done: number }> {
  const server = await startConsoleServer({ SEED_SCALE: "0.03" }, dataDir);
  const [admin, operator] = await Promise.all([callerOf(server.url, "admin"), callerOf(server.url, "operator")]);
  const acts = pressesOf(admin, operator);
  const ordered: string[] = [];
  let answered = 0;
  let done = 0;
  const hand = async () => {
    while (server.process.exitCode === null && server.process.signalCode === null) {
      const place = below(acts.length);
      const answer = await acts[place]?.().catch(() => undefined);
      answered += 1;
      if (answer?.success) done += 1;
      if (place === 0 && answer?.success) ordered.push(String(answer.result.id));
      if (answered === presses) await server.stop("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: handsAtOnce }, hand));
  return { ordered, done };
}

it("money adds up and no answered order is lost, however often the server is killed in the middle of presses", async () => {
  for (let round = 0; round < kills; round += 1) {
    const { ordered, done } = await pressAndKill(40 + below(60));
    const db = await openDatabase({ dataDir });
    const broken: string[] = [];
    for (const { id, statement, violations } of invariants) {
      const { rows } = await violations.execute(db.kysely);
      if (rows.length > 0) broken.push(`${id} ${statement}: ${JSON.stringify(rows.slice(0, 3))}`);
    }
    const { rows: kept } = await sql<{ id: string }>`select id from store_order`.execute(db.kysely);
    await db.close();
    expect({ round, broken }).toEqual({ round, broken: [] });
    const ids = new Set(kept.map(({ id }) => id));
    expect(ordered.filter((id) => !ids.has(id))).toEqual([]);
    // A round in which nothing went through proves nothing.
    expect(done).toBeGreaterThan(5);
  }
  console.log(`kill -9 between presses: ${kills} kills, every sum right`);
}, 3_600_000);
