import { expect } from "vitest";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { aStoredField, aStoredForm, formBase } from "../../support/stored-form.ts";
import { isAnswered, type KillCase, type Person } from "./kill-case.ts";

const rowCount = 40;
const clientOf = ({ call }: Person) => ({
  post: ((path: string, body: object = {}) => call("POST", path, body)) as never,
});

const planOf = async ({ call }: Person, id: string): Promise<readonly Row[]> =>
  (await call<{ records: Row[] }>("GET", `${formBase}/head/synchPlan?id=${id}`)).result.records;

/** Another name, another column with a default and two indexes, over rows. */
export const synchronisation = (mode: "normal" | "force"): KillCase => ({
  title: `ONF-02 a synchronisation (${mode}): the form opens, the change is whole or still to do, a second run ends it`,
  middle: { mark: "lock table", at: 7, ends: 30 },
  async prepare(person, round) {
    const tableName = `ext_kill_${mode}${round}`;
    const id = await aStoredForm(clientOf(person), { tableName }, ["name", "code"]);
    for (let at = 0; at < rowCount; at += 1) {
      const added = await person.call("POST", `${formBase}/form/${id}/add`, { name: `名${at}`, code: String(at) });
      expect(added.success).toBe(true);
    }
    await person.change(id, "name", { dbFieldName: "label", dbLength: 64 });
    await person.change(id, "kind", { ...aStoredField("kind"), fieldDefaultValue: "旧" });
    const indexs = [
      { indexName: "i", indexField: "label" },
      { indexName: "u", indexField: "code", indexType: "unique" },
    ];
    await person.change(id, undefined, {}, { indexs });
    const planned = await planOf(person, id);
    expect(planned.length).toBeGreaterThanOrEqual(4);

    /** All rows under the columns of before or of afterwards, and nothing between the two. */
    const expectWhole = async (at: Person) => {
      const plan = await planOf(at, id);
      const isDone = plan.length === 0;
      if (!isDone) expect(plan).toEqual(planned);
      const list = await at.call<{ records: Row[] }>("GET", `${formBase}/form/${id}/list?pageSize=200`);
      expect(list).toMatchObject({ success: true });
      const { records } = list.result;
      if (isDone && mode === "force") {
        expect(records).toEqual([]);
        const path = `${formBase}/version/list?cgformHeadId=${id}&column=id&order=desc`;
        const versions = await at.call<{ records: Row[] }>("GET", path);
        const backup = expect.stringMatching(new RegExp(`^${tableName}_[\\d_]+$`));
        expect(versions.result.records[0]).toMatchObject({ mode: "force", backup });
        return;
      }
      const found = records.map((row) => `${row.code} ${row[isDone ? "label" : "name"]} ${row.kind ?? ""}`.trim());
      expect(found.sort()).toEqual(
        Array.from({ length: rowCount }, (_, at) => `${at} 名${at} ${isDone ? "旧" : ""}`.trim()).sort(),
      );
    };
    return {
      act: () => isAnswered(person.synchronise(id, mode)),
      async check(after, isDone) {
        await expectWhole(after);
        if (isDone) expect(await planOf(after, id)).toEqual([]);
        if ((await planOf(after, id)).length > 0) {
          expect(await after.synchronise(id, mode)).toMatchObject({ success: true });
        }
        await expectWhole(after);
        expect(await planOf(after, id)).toEqual([]);
        const added = await after.call("POST", `${formBase}/form/${id}/add`, { label: "新", code: "new" });
        expect(added).toMatchObject({ success: true });
      },
    };
  },
});
