import { expect } from "vitest";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { aStoredForm, formBase } from "../../support/stored-form.ts";
import { isAnswered, type KillCase, type Person } from "./kill-case.ts";

const rowCount = 20;

export const deletedForm: KillCase = {
  title: "ONF-01 a deleted form is there with its rows, or its table is kept with them and comes back as the form",
  middle: { mark: 'delete from "onl_cgform_head"', at: 9, ends: 20 },
  async prepare(person, round) {
    const tableName = `ext_gone${round}`;
    const post = ((path: string, body: object = {}) => person.call("POST", path, body)) as never;
    const id = await aStoredForm({ post }, { tableName, tableTxt: "登记" }, ["name"]);
    for (let at = 0; at < rowCount; at += 1) {
      const added = await person.call("POST", `${formBase}/form/${id}/add`, { name: `名${at}` });
      expect(added).toMatchObject({ success: true });
    }
    const remove = ({ call }: Person) => call("DELETE", `${formBase}/head/delete?id=${id}`);
    const formOf = async ({ call }: Person): Promise<Row | undefined> =>
      (await call<{ records: Row[] }>("GET", `${formBase}/head/list?tableName=${tableName}`)).result.records[0];
    const expectRows = async ({ call }: Person, of: string) => {
      const list = await call<{ records: Row[] }>("GET", `${formBase}/form/${of}/list?pageSize=200`);
      expect(list.result.records.map(({ name }) => name).sort()).toEqual(
        Array.from({ length: rowCount }, (_, at) => `名${at}`).sort(),
      );
    };
    return {
      act: () => isAnswered(remove(person)),
      async check(after, isDeleted) {
        if ((await formOf(after)) !== undefined) {
          expect(isDeleted).toBe(false);
          await expectRows(after, id);
          expect(await remove(after)).toMatchObject({ success: true });
        }
        const { result } = await after.call<Row[]>("GET", `${formBase}/head/queryTables?keyword=${tableName}`);
        expect(result).toMatchObject([{ tableTxt: "登记" }]);
        const back = await after.call("POST", `${formBase}/head/importTables`, { ids: result[0]?.id });
        expect(back).toMatchObject({ success: true });
        const again = String((await formOf(after))?.id);
        expect(await after.synchronise(again)).toMatchObject({ success: true });
        await expectRows(after, again);
      },
    };
  },
};
