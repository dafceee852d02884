import { once } from "node:events";
import { describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { startConsoleServer } from "../support/console-server.ts";
import { endsAt } from "../support/ends-at.ts";
import { type FormCaller, formCaller } from "../support/form-caller.ts";
import { isProving, proveCount } from "../support/prove.ts";
import { startedPlaces } from "../support/started-places.ts";
import { aStoredForm, formBase } from "../support/stored-form.ts";

const rowCount = 20;
/** Statements from the removal of the definition on at which the process ends; every one when proving. */
const kills: readonly number[] = isProving ? [...Array(60).keys()] : [9];

const text = (dbFieldName: string) => ({
  ...{ dbFieldName, dbFieldTxt: `列${dbFieldName}`, dbType: "string", dbLength: 32, isShowForm: 1, isShowList: 1 },
});

describe.each(Object.entries(startedPlaces))("ONF-01 a deletion is switched off (%s)", (_, make) => {
  it(
    "the form is there with its rows, or its table is kept with them and comes back as the form",
    async () => {
      const place = await make();
      const start = (env: Readonly<Record<string, string>> = {}) =>
        startConsoleServer({ SEED: "none", ...place.env, ...env }, place.folder);
      const startToEnd = (at: number) => start(endsAt('delete from "onl_cgform_head"', at));
      // The first process that ends is the one that made the form.
      const [first = 0, ...further] = kills;
      let server = await startToEnd(first);
      let admin = await formCaller(server.url);
      const id = await aStoredForm(
        { post: ((path: string, body: object = {}) => admin.call("POST", path, body)) as never },
        { tableName: "ext_gone", tableTxt: "登记" },
        [text("name")],
      );
      for (let at = 0; at < rowCount; at += 1) {
        expect(await admin.call("POST", `${formBase}/form/${id}/add`, { name: `名${at}` })).toMatchObject({
          success: true,
        });
      }

      let killed = 0;
      for (const at of [undefined, ...further]) {
        if (at !== undefined) {
          server = await startToEnd(at);
          admin = await formCaller(server.url);
        }
        if ((await formOf(admin)) === undefined) break;
        await expectRows(admin, id);
        const answer = await admin.call("DELETE", `${formBase}/head/delete?id=${id}`).catch(() => undefined);
        if (answer) {
          expect(answer).toMatchObject({ success: true });
          break;
        }
        killed += 1;
        if (server.process.exitCode === null && server.process.signalCode === null) await once(server.process, "exit");
      }
      await server.stop("SIGKILL");
      expect(killed).toBeGreaterThanOrEqual(isProving ? 5 : kills.length);
      console.info(`ended at ${killed} statements`);

      server = await start();
      admin = await formCaller(server.url);
      if ((await formOf(admin)) !== undefined) {
        await expectRows(admin, id);
        expect(await admin.call("DELETE", `${formBase}/head/delete?id=${id}`)).toMatchObject({ success: true });
      }
      const { result } = await admin.call<Row[]>("GET", `${formBase}/head/queryTables?keyword=ext_gone`);
      expect(result).toMatchObject([{ tableTxt: "登记" }]);
      expect(await admin.call("POST", `${formBase}/head/importTables`, { ids: result[0]?.id })).toMatchObject({
        success: true,
      });
      const again = String((await formOf(admin))?.id);
      expect(await admin.synchronise(again)).toMatchObject({ success: true });
      await expectRows(admin, again);
      await server.stop("SIGKILL");
      await place.remove();
    },
    proveCount(300_000, 1_800_000),
  );
});

const formOf = async (admin: FormCaller): Promise<Row | undefined> =>
  (await admin.call<{ records: Row[] }>("GET", `${formBase}/head/list?tableName=ext_gone`)).result.records[0];

async function expectRows(admin: FormCaller, id: string): Promise<void> {
  const list = await admin.call<{ records: Row[] }>("GET", `${formBase}/form/${id}/list?pageSize=200`);
  expect(list.result.records.map(({ name }) => name).sort()).toEqual(
    Array.from({ length: rowCount }, (_, at) => `名${at}`).sort(),
  );
}
