import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { type ConsoleServer, startConsoleServer } from "../support/console-server.ts";
import { databaseServer, type OwnDatabase } from "../support/database-server.ts";
import { type FormCaller, formCaller } from "../support/form-caller.ts";
import { proveCount } from "../support/prove.ts";
import { aStoredForm, formBase } from "../support/stored-form.ts";
import { copyStartedDatabase } from "../support/test-server.ts";

const rounds = proveCount(2, 40);
const text = (dbFieldName: string) => ({
  ...{ dbFieldName, dbFieldTxt: dbFieldName, dbType: "string", dbLength: 32, isShowForm: 1, isShowList: 1 },
});

if (databaseServer) {
  const postgres = databaseServer;
  describe("a form that is synchronised on one of two servers", () => {
    let database: OwnDatabase;
    const servers: ConsoleServer[] = [];
    let here: FormCaller;
    let there: FormCaller;
    beforeAll(async () => {
      database = await copyStartedDatabase(postgres);
      const env = { DATABASE_URL: database.url, SEED: "none", LOG_LEVEL: "error" };
      for (const _ of [1, 2]) servers.push(await startConsoleServer(env));
      [here, there] = (await Promise.all(servers.map(({ url }) => formCaller(url)))) as [FormCaller, FormCaller];
    });
    afterAll(async () => {
      for (const server of servers) await server.stop();
      await database.drop();
    });

    it("ONF-02 the other server writes by the new definition at once, and refuses what it has no place for", async () => {
      const id = await aStoredForm(
        { post: ((path: string, body: object = {}) => here.call("POST", path, body)) as never },
        { tableName: "ext_pair" },
        [text("name0")],
      );
      const add = (caller: FormCaller, body: Row) => caller.call<Row>("POST", `${formBase}/form/${id}/add`, body);
      expect(await add(there, { name0: "始" })).toMatchObject({ success: true });
      for (let round = 1; round <= rounds; round += 1) {
        const [former, now] = [`name${round - 1}`, `name${round}`];
        await here.change(id, former, { dbFieldName: now });
        await here.change(id, `more${round}`, text(`more${round}`));
        expect(await here.synchronise(id)).toMatchObject({ success: true });
        // The first call there after the answer here: what it brings is stored, or refused.
        const written = { [now]: `值${round}`, [`more${round}`]: "多" };
        const added = await add(there, written);
        expect(added).toMatchObject({ success: true, result: written });
        expect(await add(there, { [former]: "旧" })).toMatchObject({
          success: false,
          message: expect.stringMatching(/已改名或移除|刚刚被修改/),
        });
        const row = await here.call("GET", `${formBase}/form/${id}/queryById?id=${added.result.id}`);
        expect(row).toMatchObject({ success: true, result: written });
      }
      // An addition is by the definition in force; a list may be a moment behind, and says so.
      await expect
        .poll(() => there.call("GET", `${formBase}/form/${id}/list`))
        .toMatchObject({ success: true, result: { total: rounds + 1 } });
    });

    it("of two administrators at two servers the later synchronises what they have seen, or is told", async () => {
      const id = await aStoredForm(
        { post: ((path: string, body: object = {}) => here.call("POST", path, body)) as never },
        { tableName: "ext_admins" },
        [text("name")],
      );
      const { version } = (await there.call<Row>("GET", `${formBase}/head/queryById?id=${id}`)).result;
      await here.change(id, "more", text("more"));
      const late = { head: { id, version }, fields: [text("other")] };
      expect(await there.call("PUT", `${formBase}/api/editAll`, late)).toMatchObject({ status: 409 });
      const both = await Promise.all([here.synchronise(id), there.synchronise(id)]);
      const refused = both.filter(({ success }) => !success);
      expect(refused.length).toBeLessThan(2);
      for (const { message } of refused) expect(message).toBe("表单定义刚被修改，请刷新后再同步");
    });
  });
}
