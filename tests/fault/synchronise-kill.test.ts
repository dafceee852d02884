import { once } from "node:events";
import { describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { startConsoleServer } from "../support/console-server.ts";
import { endsAt } from "../support/ends-at.ts";
import { type FormCaller, formCaller } from "../support/form-caller.ts";
import { isProving } from "../support/prove.ts";
import { startedPlaces } from "../support/started-places.ts";
import { aStoredForm, formBase } from "../support/stored-form.ts";

const rowCount = 40;
const most = 60;
/** Statements after the table's lock at which the process ends; every one when proving. */
const ends: Readonly<Record<string, readonly number[]>> = isProving
  ? { normal: [...Array(most).keys()], force: [...Array(most).keys()] }
  : { normal: [7] };

const text = (dbFieldName: string) => ({
  ...{ dbFieldName, dbFieldTxt: dbFieldName, dbType: "string", dbLength: 32, isShowForm: 1, isShowList: 1 },
});

describe.each(Object.entries(startedPlaces))("ONF-02 a synchronisation is switched off (%s)", (_, make) => {
  it.each(Object.entries(ends))(
    "%s: the form opens, the change is whole or still to do, a second run ends it",
    async (mode, kills) => {
      const place = await make();
      const start = (env: Readonly<Record<string, string>> = {}) =>
        startConsoleServer({ SEED: "none", ...place.env, ...env }, place.folder);
      const startToEnd = (at: number) => start(endsAt('lock table "ext_kill"', at));
      // What is made here locks no table: the first process that ends is the one that made it.
      const [first = 0, ...further] = kills;
      let server = await startToEnd(first);
      let admin = await formCaller(server.url);
      const id = await aStoredForm(
        { post: ((path: string, body: object = {}) => admin.call("POST", path, body)) as never },
        { tableName: "ext_kill" },
        [text("name"), text("code")],
      );
      for (let at = 0; at < rowCount; at += 1) {
        const added = await admin.call("POST", `${formBase}/form/${id}/add`, { name: `名${at}`, code: String(at) });
        expect(added.success).toBe(true);
      }
      await admin.change(id, "name", { dbFieldName: "label", dbLength: 64 });
      await admin.change(id, "kind", { ...text("kind"), fieldDefaultValue: "旧" });
      await admin.change(
        id,
        undefined,
        {},
        {
          indexs: [
            { indexName: "i", indexField: "label" },
            { indexName: "u", indexField: "code", indexType: "unique" },
          ],
        },
      );
      const planned = await planOf(admin, id);
      expect(planned.length).toBeGreaterThanOrEqual(4);

      let killed = 0;
      for (const at of [undefined, ...further]) {
        if (at !== undefined) {
          server = await startToEnd(at);
          admin = await formCaller(server.url);
        }
        await expectWhole(admin, id, planned, mode);
        if ((await planOf(admin, id)).length === 0) break;
        const answer = await admin.synchronise(id, mode as "normal" | "force").catch(() => undefined);
        if (answer) {
          expect(answer).toMatchObject({ success: true });
          break;
        }
        killed += 1;
        if (server.process.exitCode === null && server.process.signalCode === null) await once(server.process, "exit");
      }
      await server.stop("SIGKILL");
      expect(killed).toBeGreaterThanOrEqual(isProving ? 10 : kills.length);
      console.info(`${mode}: ended at ${killed} statements`);

      server = await start();
      admin = await formCaller(server.url);
      await expectWhole(admin, id, planned, mode);
      if ((await planOf(admin, id)).length > 0) {
        expect(await admin.synchronise(id, mode as "normal" | "force")).toMatchObject({ success: true });
      }
      await expectWhole(admin, id, planned, mode);
      expect(await planOf(admin, id)).toEqual([]);
      const added = await admin.call("POST", `${formBase}/form/${id}/add`, { label: "新", code: "new" });
      expect(added).toMatchObject({ success: true });
      await server.stop("SIGKILL");
      await place.remove();
    },
  );
});

const planOf = async (admin: FormCaller, id: string): Promise<readonly Row[]> =>
  (await admin.call<{ records: Row[] }>("GET", `${formBase}/head/synchPlan?id=${id}`)).result.records;

/** All rows under the columns of before or of afterwards, and nothing between the two. */
async function expectWhole(admin: FormCaller, id: string, planned: readonly Row[], mode: string): Promise<void> {
  const plan = await planOf(admin, id);
  const isDone = plan.length === 0;
  if (!isDone) expect(plan).toEqual(planned);
  const list = await admin.call<{ records: Row[]; total: number }>("GET", `${formBase}/form/${id}/list?pageSize=200`);
  expect(list).toMatchObject({ success: true });
  const { records } = list.result;
  if (isDone && mode === "force") {
    expect(records).toEqual([]);
    const versions = await admin.call<{ records: Row[] }>(
      "GET",
      `${formBase}/version/list?cgformHeadId=${id}&column=id&order=desc`,
    );
    expect(versions.result.records[0]).toMatchObject({
      mode: "force",
      backup: expect.stringMatching(/^ext_kill_[\d_]+$/),
    });
    return;
  }
  expect(records.map((row) => `${row.code} ${row[isDone ? "label" : "name"]} ${row.kind ?? ""}`.trim()).sort()).toEqual(
    Array.from({ length: rowCount }, (_, at) => `${at} 名${at} ${isDone ? "旧" : ""}`.trim()).sort(),
  );
}
