// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixtureModels } from "../../runtime/compile/fixture-models.ts";
import type { ResolvedField } from "../../runtime/model/resolved-model.ts";
import { memoryAddress } from "../../runtime/react/address-bar.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";
import { type BuilderRow, emptyRow, queryOf, withRule } from "./builder-tree.ts";
import { superFields } from "./query-fields.ts";
import { localKey, readLocal } from "./saved-queries.ts";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const path = () => window.location.pathname;
const listCalls = (fixture: ReturnType<typeof fixtureConsole>) =>
  fixture.callsTo("GET /test/shop/list").filter((call) => call.params?.pageSize === 10);
const sentQuery = (fixture: ReturnType<typeof fixtureConsole>) => {
  const params = listCalls(fixture).at(-1)?.params ?? {};
  const text = params.superQueryParams;
  return {
    match: params.superQueryMatchType,
    conditions: text ? JSON.parse(decodeURIComponent(String(text))) : undefined,
  };
};

async function openBuilder(address = memoryAddress()) {
  const fixture = fixtureConsole();
  fixture.on("GET /lowcode/savedQueries", () => []);
  const { user } = renderScreen(fixture, { address });
  await user.click(await screen.findByRole("button", { name: /^高级查询/ }));
  const dialog = await screen.findByRole("dialog", { name: "高级查询构造器" });
  const choose = async (no: number, label: string, text: string) => {
    const row = within(dialog).getByRole("group", { name: `条件 ${no}` });
    await user.click(within(row).getByRole("combobox", { name: label }));
    const option = (await screen.findAllByTitle(text)).filter((each) => each.closest(".ant-select-dropdown")).at(-1);
    if (!option) throw new Error(`no option ${text}`);
    await user.click(option);
    return row;
  };
  return { fixture, user, dialog, choose, address };
}

describe("the advanced query builder", () => {
  test("QRY-01, QRY-02: a condition is applied, the button shows it and the address carries it; the cross takes it off", async () => {
    const { fixture, user, dialog, choose, address } = await openBuilder();
    const row = await choose(1, "字段", "门店名称");
    await user.type(within(row).getByPlaceholderText("请输入门店名称"), "清溪");
    await user.click(within(dialog).getByRole("button", { name: "查询" }));
    await waitFor(() =>
      expect(sentQuery(fixture)).toEqual({
        match: "and",
        conditions: [{ field: "name", rule: "like", val: "清溪", type: "string" }],
      }),
    );
    expect(screen.getByRole("button", { name: "高级查询，已启用 1 个条件" })).toBeTruthy();
    expect(new URLSearchParams(address.read()).get("super")).toContain("清溪");
    await user.click(screen.getByRole("button", { name: "取消高级查询" }));
    await waitFor(() => expect(sentQuery(fixture)).toEqual({ match: undefined, conditions: undefined }));
    expect(address.read()).toBe("");
  });

  test("an address that carries a query opens the list with it", async () => {
    const query = { matchType: "or", conditions: [{ field: "name", rule: "like", val: "望江", type: "string" }] };
    const address = memoryAddress(`?${new URLSearchParams({ super: JSON.stringify(query) })}`);
    const fixture = fixtureConsole();
    renderScreen(fixture, { address });
    await screen.findByRole("button", { name: "高级查询，已启用 1 个条件" });
    expect(listCalls(fixture)).toHaveLength(1);
    expect(sentQuery(fixture)).toEqual({ match: "or", conditions: query.conditions });
  });

  test("a saved default query is in the first call, and an address that asks something goes before it", async () => {
    const start = async (address: string) => {
      const fixture = fixtureConsole();
      const conditions = [{ field: "name", rule: "like", val: "东湖", type: "string" }];
      fixture.answerMore = { defaultQuery: { matchType: "and", conditions, sort: { field: "name", order: "asc" } } };
      renderScreen(fixture, { address: memoryAddress(address) });
      await waitFor(() => expect(listCalls(fixture).length).toBeGreaterThan(0));
      const [first] = listCalls(fixture);
      cleanup();
      return [first?.params?.superQueryMatchType, first?.params?.column];
    };
    expect(await start("")).toEqual(["and", "name"]);
    expect((await start("?q.name=x"))[0]).toBeUndefined();
  });

  test("QRY-03: an empty condition is neither queried nor saved", async () => {
    const { fixture, user, dialog } = await openBuilder();
    await user.click(within(dialog).getByRole("button", { name: "查询" }));
    await user.click(within(dialog).getByRole("button", { name: "保存查询" }));
    expect(fixture.notices.map(({ text }) => text)).toEqual(["不能查询空条件", "空条件不能保存"]);
    expect(listCalls(fixture)).toHaveLength(1);
  });

  test("QRY-03: a query is saved in the browser under the page's path; its name is needed and is not overwritten unasked", async () => {
    const { fixture, user, dialog, choose } = await openBuilder();
    const row = await choose(1, "字段", "门店名称");
    await user.type(within(row).getByPlaceholderText("请输入门店名称"), "清溪");
    await user.click(within(dialog).getByRole("button", { name: "保存查询" }));
    const save = () => user.click(within(dialog).getByRole("button", { name: "保存" }));
    await save();
    expect(fixture.notices.at(-1)).toEqual({ level: "warning", text: "保存的名称不能为空" });
    await user.type(within(dialog).getByLabelText("名称"), "清溪的店");
    await save();
    await waitFor(() => expect(fixture.notices.at(-1)).toEqual({ level: "success", text: "保存成功" }));
    expect(JSON.parse(localStorage.getItem(localKey(path())) ?? "")).toEqual([
      { title: "清溪的店", matchType: "and", records: [{ field: "name", rule: "like", val: "清溪", type: "string" }] },
    ]);
    fixture.answer = false;
    await user.click(within(dialog).getByRole("button", { name: "保存查询" }));
    await user.type(within(dialog).getByLabelText("名称"), "清溪的店");
    await save();
    await waitFor(() => expect(fixture.questions.at(-1)?.title).toBe("清溪的店 已存在，是否覆盖？"));
    expect(readLocal(path())).toHaveLength(1);
  });

  test("QRY-04: a condition carries the type and the parts of its control", () => {
    const shop = fixtureModels().get("test/shop");
    const name = shop?.fields.get("name");
    if (!shop || !name) throw new Error("no model");
    const popup = { type: "popup", code: "report_member", map: { id: "memberId", realname: "memberName" } } as const;
    const given: readonly (readonly [string, Partial<ResolvedField>])[] = [
      ["asked", { widget: popup }],
      ["owner", { widget: { type: "user-picker" } }],
      ["place", { widget: { type: "depart-picker", store: "orgCode" } }],
    ];
    const added = given.map(([key, more]): [string, ResolvedField] => [
      key,
      { ...name, ...more, name: key, search: false },
    ]);
    const model = { ...shop, relations: {}, fields: new Map([...shop.fields, ...added]) };
    const { services } = fixtureConsole();
    const fields = new Map(superFields({ model, models: new Map() } as never, services).map((one) => [one.name, one]));
    const nodes = ["asked", "owner", "place", "kind", "companyId"].map(
      (field): BuilderRow => ({ ...emptyRow(), field, rule: "eq", value: "1" }),
    );
    const { conditions } = queryOf({ kind: "group", key: 0, matchType: "and", nodes }, fields);
    const [users, departs] = ["sys_user,realname,username", "sys_depart,depart_name,org_code"];
    const asked = { rule: "eq", val: "1" };
    expect(conditions).toEqual([
      {
        ...asked,
        field: "asked",
        type: "popup",
        popup: { code: "report_member", orgFields: "id,realname", destFields: "memberId,memberName" },
      },
      { ...asked, field: "owner", type: "sel_user", customReturnField: "username", dictTable: users },
      { ...asked, field: "place", type: "sel_depart", customReturnField: "orgCode", dictTable: departs },
      {
        ...asked,
        field: "kind",
        type: "select",
        dictCode: "shop_kind",
        options: [
          { value: "1", text: "直营" },
          { value: "2", text: "加盟" },
        ],
      },
      { ...asked, field: "companyId", type: "sel_search", dictTable: "test/company" },
    ]);
  });

  test("QRY-01: leaving “in” keeps the first value", () => {
    const row: BuilderRow = { ...emptyRow(), field: "kind", rule: "in", value: "1,2,3", text: "直营,加盟,其他" };
    expect(withRule(row, "eq")).toMatchObject({ rule: "eq", value: "1", text: "直营" });
    expect(withRule({ ...row, rule: "eq", value: "1" }, "in")).toMatchObject({ rule: "in", value: "1" });
  });
});
