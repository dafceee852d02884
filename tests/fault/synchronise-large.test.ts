import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { forOneEngine } from "../support/database.ts";
import { type FormCaller, formCaller } from "../support/form-caller.ts";
import { proveCount } from "../support/prove.ts";
import { aStoredForm, formBase } from "../support/stored-form.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const rowCount = proveCount(10_500, 1_000_000);
const mostMs = { plan: 5_000, wait: 60_000 } as const;

const text = (dbFieldName: string, dbLength = 32) => ({
  ...{ dbFieldName, dbFieldTxt: dbFieldName, dbType: "string", dbLength, isShowForm: 1, isShowList: 1 },
});

interface Figures {
  readonly planMs: number;
  readonly synchMs: number;
  readonly readMs: number;
  readonly writeMs: number;
}

forOneEngine("a large table", (open) => {
  let server: TestServer;
  let admin: FormCaller;
  let id: string;
  beforeAll(async () => {
    server = await createTestServer({ open });
    admin = await formCaller(`http://127.0.0.1:${await server.listen()}`);
    const client = await server.as("admin");
    id = await aStoredForm(client, { tableName: "ext_large" }, [text("name", 64), text("code"), text("kind")]);
    await sql`insert into ext_large (id, name, code, kind, version, tenant_id, create_by, create_time)
      select to_char(n, 'FM000000000000000000'), 'name ' || n, 'c' || n, 'k' || n % 50, 1, 0, 'admin', now()
      from generate_series(1, ${rowCount}::int) n`.execute(server.db.kysely);
  }, 600_000);
  afterAll(() => server.close());

  /** Plans, and synchronises while one person reads and one writes: how long each waited at most. */
  async function run(): Promise<Figures & { readonly success: boolean; readonly plan: Row }> {
    const plan = await admin.call<Row>("GET", `${formBase}/head/synchPlan?id=${id}`);
    const longest = { read: 0, write: 0 };
    let isOver = false;
    const go = async (name: keyof typeof longest, call: () => ReturnType<FormCaller["call"]>) => {
      while (!isOver) {
        const answer = await call();
        expect([answer.status, answer.message]).not.toEqual([500, expect.anything()]);
        longest[name] = Math.max(longest[name], answer.ms);
      }
    };
    const beside = [
      go("read", () => admin.call("GET", `${formBase}/form/${id}/list?code=c77&pageSize=10`)),
      go("write", () => admin.call("POST", `${formBase}/form/${id}/add`, { code: "new" })),
    ];
    const answer = await admin.synchronise(id);
    isOver = true;
    await Promise.all(beside);
    return {
      ...{ planMs: plan.ms, synchMs: answer.ms, readMs: longest.read, writeMs: longest.write },
      ...{ success: answer.success, plan: plan.result },
    };
  }

  const changes: Readonly<Record<string, () => Promise<void>>> = {
    "a column with a default": () => admin.change(id, "state", { ...text("state"), fieldDefaultValue: "新" }),
    "a wider column": () => admin.change(id, "name", { dbLength: 128 }),
    "an index": () => admin.change(id, undefined, {}, { indexs: [{ indexName: "ext_large_k", indexField: "kind" }] }),
    "another name": () => admin.change(id, "name", { dbFieldName: "label" }),
  };
  it.each(Object.entries(changes))(
    "ONF-02 %s: planned soon, and nobody waits for minutes",
    async (name, change) => {
      await change();
      const { plan: _plan, success, ...figures } = await run();
      console.info(
        name,
        rowCount,
        JSON.stringify(figures, (_, value) => (typeof value === "number" ? Math.round(value) : value)),
      );
      expect(success).toBe(true);
      expect(figures.planMs).toBeLessThan(mostMs.plan);
      expect(Math.max(figures.readMs, figures.writeMs)).toBeLessThan(mostMs.wait);
    },
    600_000,
  );

  it("ONF-02 a column that gets too narrow: the rows that do not fit are counted and some named, nothing is changed", async () => {
    await admin.change(id, "code", { dbLength: 5 });
    const { plan, success, ...figures } = await run();
    console.info("too narrow", rowCount, JSON.stringify(figures));
    const [refused] = (plan as { records: Row[] }).records.filter(({ misfits }) => misfits);
    expect(Number(refused?.misfits)).toBe(rowCount - 9_999);
    expect(success).toBe(false);
    expect(figures.planMs).toBeLessThan(mostMs.plan);
    expect(Math.max(figures.readMs, figures.writeMs)).toBeLessThan(mostMs.wait);
  }, 600_000);
});
