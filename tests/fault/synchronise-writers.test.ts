import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { forOneEngine } from "../support/database.ts";
import { type FormAnswer, type FormCaller, formCaller } from "../support/form-caller.ts";
import { isProving, proveCount } from "../support/prove.ts";
import { aStoredForm, formBase } from "../support/stored-form.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

/** The embedded engine runs one transaction after the other: there only the definition in force is at stake. */
const writers = proveCount(4, 20);
/** Calls of every writer between two synchronisations. */
const callsBetween = proveCount(1, 10);
const mostMs = 15_000;

/** What a refused writer may read: what to do, and nothing of the database. `NO_DB_SYNC` is the contract's own word. */
const clear = /^(NO_DB_SYNC|[^a-z]*(“[a-z]+”)?[^a-z]*[\u4e00-\u9fff][^a-z]*)$/;

const text = (dbFieldName: string, dbLength = 32) => ({
  ...{ dbFieldName, dbFieldTxt: dbFieldName, dbType: "string", dbLength, isShowForm: 1, isShowList: 1 },
});

forOneEngine("synchronising while people write", (open) => {
  let server: TestServer;
  let admin: FormCaller;
  beforeAll(async () => {
    server = await createTestServer({ open });
    admin = await formCaller(`http://127.0.0.1:${await server.listen()}`);
  });
  afterAll(() => server.close());

  it("ONF-02 no acknowledged value is lost, and every call ends soon with success or a clear message", async () => {
    const client = await server.as("admin");
    const id = await aStoredForm(client, { tableName: "ext_load" }, [text("name"), text("code"), text("spare")]);
    const stored = new Map<string, string>();
    const bad: FormAnswer[] = [];
    const refused = new Map<string, number>();
    const made = new Array<number>(writers).fill(0);
    /** The page that everybody has open: it is opened again after a refusal. */
    let [column, isOver] = ["name", false];
    const write = async (writer: number) => {
      let own: { readonly id: string; readonly version: number } | undefined;
      let known = column;
      for (let round = 0; !isOver; round += 1) {
        const value = `${writer}-${round}`;
        const path = `${formBase}/${round % 4 < 2 ? "form" : "api/form"}/${id}`;
        const isOwn = !path.includes("/api/");
        const isEdit = own !== undefined && round % 2 === 1;
        const body = isEdit ? { ...own, [known]: value } : { [known]: value, code: value };
        const answer = await admin.call<Row | string>(
          isEdit ? "PUT" : "POST",
          isOwn ? `${path}/${isEdit ? "edit" : "add"}` : path,
          body,
        );
        made[writer] = (made[writer] ?? 0) + 1;
        if (answer.ms > mostMs || answer.status === 500 || !(answer.success || clear.test(answer.message)))
          bad.push(answer);
        if (!answer.success) {
          refused.set(answer.message, (refused.get(answer.message) ?? 0) + 1);
          [own, known] = [undefined, column];
          continue;
        }
        const row = typeof answer.result === "string" ? { id: answer.result, version: 1 } : answer.result;
        own = { id: String(row.id), version: Number(row.version) };
        stored.set(own.id, value);
      }
    };
    const busy = Promise.all(made.map((_, writer) => write(writer)));
    const everybodyWrites = async () => {
      const before = [...made];
      await expect.poll(() => made.every((calls, at) => calls >= (before[at] ?? 0) + callsBetween)).toBe(true);
    };
    const synchronised = { success: true, message: "同步数据库成功！" };
    const step = async (name: Parameters<FormCaller["change"]>[1], change: Row, more: Row = {}) => {
      await everybodyWrites();
      await admin.change(id, name, change, more);
      expect(await admin.synchronise(id)).toMatchObject(synchronised);
    };

    await step("note", { ...text("note"), fieldDefaultValue: "新" });
    await step("name", { dbFieldName: "label" });
    column = "label";
    if (isProving) {
      await step("label", { dbLength: 64 });
      await step("label", { dbLength: 24 });
      await step(undefined, {}, { indexs: [{ indexName: "i", indexField: "label" }] });
    }
    await step(undefined, {}, { indexs: [{ indexName: "u", indexField: "code", indexType: "unique" }] });
    await step("spare", { dbType: "int", dbLength: 10 });
    const fields = await admin.call<Row[]>("GET", `${formBase}/field/listByHeadId?headId=${id}`);
    const note = fields.result.find(({ dbFieldName }) => dbFieldName === "note");
    await step(undefined, {}, { deleteFieldIds: [note?.id] });
    // What does not fit is refused whole, while they go on.
    await admin.change(id, "label", { dbLength: 1 });
    expect(await admin.synchronise(id)).toMatchObject({ success: false, message: expect.stringContaining("放不下") });
    await admin.change(id, "label", { dbLength: 24 });
    await everybodyWrites();
    const forced = await admin.synchronise(id, "force");
    expect(forced).toMatchObject(synchronised);
    await everybodyWrites();
    isOver = true;
    await busy;

    expect(bad).toEqual([]);
    const { rows } = await sql<{ id: string; label: string }>`select id, label from ext_load
      union all select id, label from ${sql.table(String(forced.result.backup))}`.execute(server.db.kysely);
    const found = new Map(rows.map(({ id: rowId, label }) => [rowId, label]));
    const lost = [...stored].filter(([rowId, value]) => found.get(rowId) !== value);
    expect(lost).toEqual([]);
    expect(stored.size).toBeGreaterThan(writers);
    console.info(
      `${stored.size} rows, ${made.reduce((sum, one) => sum + one, 0)} calls, refused`,
      Object.fromEntries(refused),
    );
  });

  it("a table that somebody reads for long is not waited for, and nobody waits behind", async () => {
    if (server.db.engine === "embedded") return;
    const client = await server.as("admin");
    const id = await aStoredForm(client, { tableName: "ext_read" }, [text("name")]);
    await admin.change(id, "name", { dbFieldName: "label" });
    let isRead = () => {};
    const reading = server.db.transaction(async (trx) => {
      await sql`select 1 from ext_read`.execute(trx);
      await new Promise<void>((resolve) => {
        isRead = resolve;
      });
    });
    const synchronising = admin.synchronise(id);
    const written = await admin.call("POST", `${formBase}/form/${id}/add`, { name: "苹果" });
    expect(await synchronising).toMatchObject({ success: false, message: expect.stringContaining("请稍后再试") });
    expect(written).toMatchObject({ success: true });
    isRead();
    await reading;
    expect(await admin.synchronise(id)).toMatchObject({ success: true });
  });

  it("a row that somebody is still writing into an empty table is put aside with it, not dropped", async () => {
    if (server.db.engine === "embedded") return;
    const client = await server.as("admin");
    const id = await aStoredForm(client, { tableName: "ext_empty" }, [text("name")]);
    let synchronising: ReturnType<FormCaller["synchronise"]> | undefined;
    await server.db.transaction(async (trx) => {
      await sql`insert into ext_empty (id, name) values ('1', '苹果')`.execute(trx);
      synchronising = admin.synchronise(id, "force");
      await until(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db.kysely);
        expect(rows).toHaveLength(1);
      });
    });
    const { result } = (await synchronising) ?? {};
    const { rows } = await sql`select name from ${sql.table(String(result?.backup))}`.execute(server.db.kysely);
    expect(rows).toEqual([{ name: "苹果" }]);
  });
});
