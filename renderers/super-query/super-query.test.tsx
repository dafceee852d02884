// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixtureModels } from "../../runtime/compile/fixture-models.ts";
import type { ResolvedField } from "../../runtime/model/resolved-model.ts";
import { memoryAddress } from "../../runtime/react/address-bar.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";
import { type BuilderRow, emptyRow, queryOf, withRule } from "./builder-tree.ts";
import { rulesOf, superFields, superType, valueEditor } from "./query-fields.ts";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

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

async function openBuilder() {
  const fixture = fixtureConsole();
  fixture.on("GET /lowcode/savedQueries", () => []);
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: /^高级查询/ }));
  const dialog = await screen.findByRole("dialog", { name: "高级查询构造器" });
  return { fixture, user, dialog };
}

describe("the advanced query builder", () => {
  test("an address that carries a query opens the list with it", async () => {
    const query = { matchType: "or", conditions: [{ field: "name", rule: "like", val: "望江", type: "string" }] };
    const address = memoryAddress(`?${new URLSearchParams({ super: JSON.stringify(query) })}`);
    const fixture = fixtureConsole();
    renderScreen(fixture, { address });
    await screen.findByRole("button", { name: "高级查询，已启用 1 个条件" });
    expect(listCalls(fixture)).toHaveLength(1);
    expect(sentQuery(fixture)).toEqual({ match: "or", conditions: query.conditions });
  });

  test("QRY-02 a reset takes the query off and empties the builder; closed without a query, the list stays as it is", async () => {
    const query = { matchType: "or", conditions: [{ field: "name", rule: "like", val: "望江", type: "string" }] };
    const address = memoryAddress(`?${new URLSearchParams({ super: JSON.stringify(query) })}`);
    const fixture = fixtureConsole();
    fixture.on("GET /lowcode/savedQueries", () => []);
    const { user } = renderScreen(fixture, { address });
    const applied = await screen.findByRole("button", { name: "高级查询，已启用 1 个条件", pressed: true });
    expect(screen.getByRole("button", { name: "取消高级查询" })).toBeTruthy();
    await user.click(applied);
    const dialog = within(await screen.findByRole("dialog", { name: "高级查询构造器" }));
    expect(await dialog.findByDisplayValue("望江")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "重置" }));
    await waitFor(() => expect(listCalls(fixture)).toHaveLength(2));
    expect(sentQuery(fixture)).toEqual({ match: undefined, conditions: undefined });
    expect(dialog.queryByDisplayValue("望江")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "取消" }));
    expect(await screen.findByRole("button", { name: "高级查询" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "取消高级查询" })).toBeNull();
    expect(listCalls(fixture)).toHaveLength(2);
  });

  test("QRY-03 a saved query brings its columns and its order with its conditions", async () => {
    const conditions = [{ field: "name", rule: "like", val: "东湖", type: "string" }];
    const view = { columns: ["name", "status"], sort: { field: "name", order: "desc" } };
    const fixture = fixtureConsole();
    fixture.on("GET /lowcode/savedQueries", () => [
      {
        id: "q1",
        version: 1,
        title: "东湖的",
        matchType: "and",
        conditions,
        audience: "mine",
        canChange: true,
        ...view,
      },
    ]);
    const shown = () =>
      screen
        .getAllByRole("columnheader")
        .map((header) => header.textContent)
        .join(" ");
    const { user } = renderScreen(fixture);
    await screen.findByRole("columnheader", { name: /联系电话/ });
    await user.click(await screen.findByRole("button", { name: /^高级查询/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "高级查询构造器" }));
    await user.click(await dialog.findByRole("button", { name: "使用查询 东湖的" }));
    await user.click(dialog.getByRole("button", { name: "查询" }));
    await waitFor(() => expect(listCalls(fixture).at(-1)?.params).toMatchObject({ column: "name", order: "desc" }));
    expect(sentQuery(fixture)).toEqual({ match: "and", conditions });
    await waitFor(() => expect(shown()).not.toContain("联系电话"));
    expect(shown()).toContain("门店名称");
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

  test("a shared query that asks about a masked field opens without it and says so", async () => {
    const phone = { field: "phone", rule: "like", val: "138", type: "string" };
    const name = { field: "name", rule: "like", val: "东湖", type: "string" };
    const start = async (denied: readonly string[], conditions: readonly object[]) => {
      const fixture = fixtureConsole({ denied });
      const sort = { field: "phone", order: "asc" };
      fixture.answerMore = { defaultQuery: { title: "本店的", matchType: "and", conditions, sort } };
      renderScreen(fixture);
      await waitFor(() => expect(listCalls(fixture).length).toBeGreaterThan(0));
      cleanup();
      const { params } = listCalls(fixture)[0] ?? {};
      const asked = JSON.parse(decodeURIComponent(String(params?.superQueryParams ?? "[]")));
      return [asked, params?.column === "phone", fixture.notices.map(({ text }) => text)];
    };
    const words = ["“本店的”中有对您部分隐藏的字段，已略去：联系电话"];
    expect(await start(["test:shop:plain"], [phone, name])).toEqual([[name], false, words]);
    expect(await start(["test:shop:plain"], [phone])).toEqual([[], false, words]);
    expect(await start([], [phone, name])).toEqual([[phone, name], true, []]);
  });

  test("QRY-01: the builder is 1000 pixels wide", async () => {
    const { dialog } = await openBuilder();
    expect(dialog.style.width).toBe("1000px");
  });

  test("QRY-03: an empty condition is neither queried nor saved", async () => {
    const { fixture, user, dialog } = await openBuilder();
    await user.click(within(dialog).getByRole("button", { name: "查询" }));
    await user.click(within(dialog).getByRole("button", { name: "保存查询" }));
    expect(fixture.notices.map(({ text }) => text)).toEqual(["不能查询空条件", "空条件不能保存"]);
    expect(listCalls(fixture)).toHaveLength(1);
  });

  test("PCK-09: a switch is asked for by yes and no, equal or not", () => {
    const base = fixtureModels().get("test/shop")?.fields.get("name");
    if (!base) throw new Error("the fixture has no field name");
    const field = { ...base, search: false, widget: { type: "switch", values: ["1", "0"] } } as const;
    const condition = { name: "isOpen", title: "营业", field, dict: undefined, options: () => undefined };
    expect(rulesOf(condition)).toEqual(["eq", "ne"]);
    expect(valueEditor(condition, "eq")).toEqual({ type: "select" });
    expect(superType(condition, { type: "select" })).toBe("switch");
  });

  test("QRY-04: a category is a condition: chosen in its tree, several for “in”, with everything below for “begins with”", () => {
    const base = fixtureModels().get("test/shop")?.fields.get("name");
    if (!base) throw new Error("the fixture has no field name");
    const widget = { type: "category-select", root: "B02" } as const;
    const field = {
      name: "kind",
      title: "品类",
      field: { ...base, widget },
      dict: undefined,
      options: () => undefined,
    };
    expect(rulesOf(field)).toEqual(["right_like", "eq", "ne", "in"]);
    expect(valueEditor(field, "right_like")).toMatchObject(widget);
    expect(valueEditor(field, "in")).toEqual({ ...widget, multiple: true });
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
