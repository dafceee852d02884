import { expect, it } from "vitest";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { updateRows } from "../../server/data/write-rows.ts";
import { day, openBusiness, type Page, type Row } from "../support/business.ts";
import { brokenRules, type GivenRow } from "./broken-rules.ts";

const { server, admin, operator, listed, first, read } = openBusiness();

it("rules over several rows: three cards, one main salesman at a time, rising levels; also for two who write at once", async () => {
  const member = await first("/member/member", { status: "1" });
  const card = (number: number) =>
    operator.post("/member/memberBank/add", {
      memberId: member.id,
      holder: "王小明",
      bank: "ICBC",
      cardNo: `62399900000000001${number}`,
      mobile: "13800138000",
    });
  const answers = await Promise.all([25, 33, 41, 58, 66].map(card));
  const cards = await listed("/member/memberBank", { memberId: member.id });
  expect(cards).toHaveLength(3);
  expect(answers.filter(({ success }) => !success).every(({ message }) => message === "每位会员最多 3 张银行卡")).toBe(
    true,
  );

  const tie = await first("/store/storeSalesman", { roleType: "2", isMain: "Y", status: "1" });
  const second = { storeId: tie.storeId, salesmanId: tie.salesmanId, roleType: "2", startDate: day(0) };
  const main = await admin.post("/store/storeSalesman/add", { ...second, isMain: "Y", shareRate: 0 });
  expect(main.message).toBe("同一门店同一时间只能有一位主维护业务员");
  const share = await admin.post("/store/storeSalesman/add", { ...second, isMain: "N", shareRate: 10 });
  expect(share.message).toBe("同一门店的分成合计不能超过 100%");

  const level = await first("/member/memberLevel", { rank: "3" });
  const change = (values: object) => admin.put("/member/memberLevel/edit", { id: level.id, ...values });
  expect((await change({ minAmount: 400 })).message).toBe("升级门槛须随级别升高");
  expect((await change({ discountRate: 99.5 })).message).toBe("高级别的折扣不能高于低级别");
  expect((await change({ pointRate: 1.1 })).message).toBe("高级别的积分倍率不能低于低级别");
  expect((await change({ minAmount: 1900, discountRate: 99 })).success).toBe(true);
});

const modelNamed = (id: string): ResolvedModel => {
  const model = server().source.current.resolvedModels.get(id);
  if (!model) throw new Error(id);
  return model;
};

/** The row of the list that is asked for, made to hold what is `set`. */
async function holdRow({ model: id, of, at = 0, set = {} }: GivenRow): Promise<Row> {
  const model = modelNamed(id);
  const found = (await listed(model.base, { pageSize: String(at + 1), ...of }))[at];
  if (!found) throw new Error(`${id} has no row ${at}`);
  await updateRows(server().db.kysely, model, [{ ...set, id: found.id }], Object.keys(set));
  return read(model.base, found.id);
}

type Stated = Row | ((row: Row, given: Readonly<Record<string, Row>>) => Row) | undefined;

it.each(brokenRules.map((one) => [`${one.model}: ${one.says}`, one] as const))(
  "%s: nothing is half done",
  async (_, rule) => {
    const model = modelNamed(rule.model);
    const given: Record<string, Row> = {};
    for (const [name, other] of Object.entries(rule.given ?? {})) given[name] = await holdRow(other);
    const { set } = rule;
    const row = await holdRow({
      model: rule.model,
      of: rule.of ?? {},
      set: typeof set === "function" ? set(given) : (set ?? {}),
    });
    const stated = (what: Stated): Row => (typeof what === "function" ? what(row, given) : (what ?? {}));
    const count = async () =>
      (await admin.get<Page<Row>>(`${model.base}/list`, { query: { pageSize: "1" } })).result.total;
    const before = await count();
    const [action, answers] = rule.press ?? ["edit", undefined];
    const call = (): Promise<{ success: boolean; message: string; result: { fieldErrors?: Row } }> => {
      if (rule.add) return admin.post(`${model.base}/add`, rule.add(row, given));
      const body = rule.press ? { id: row.id, ...stated(answers) } : { ...row, ...stated(rule.edit) };
      return admin.put(`${model.base}/${action}`, body);
    };
    const answer = await call();
    expect([answer.success, answer.message]).toEqual([false, expect.stringContaining(rule.says)]);
    if (rule.at !== undefined) expect(answer.result?.fieldErrors?.[rule.at]).toContain(rule.says);
    expect(await read(model.base, row.id)).toEqual(row);
    expect(await count()).toBe(before);
  },
);
