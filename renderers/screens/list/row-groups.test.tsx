// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { memoryAddress } from "../../../runtime/react/address-bar.ts";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import { fixtureConsole, shopRows } from "../../testing/fixture-console.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

const table = {
  columns: ["name", "kind", "price"],
  totals: ["price"],
  groupBy: { fields: ["kind", "status", "payType", "companyId"] },
};

function openShops(search = "") {
  const fixture = fixtureConsole({ screen: { table } as Partial<ScreenDocument>, rows: shopRows });
  fixture.on("POST /lowcode/aggregate", ({ data }) => {
    const { groupBy } = data as { groupBy: readonly string[] };
    if (groupBy[0] === "kind") {
      return [
        { kind: "2", kind_dictText: "加盟", groupCount: 150, price: 90 },
        { kind: "1", kind_dictText: "直营", groupCount: 2, price: 92.5 },
      ];
    }
    return [{ [groupBy[0] ?? ""]: null, groupCount: 2, price: 92.5 }];
  });
  fixture.on("GET /test/shop/totals", () => ({ totals: { price: 182.5 } }));
  const address = memoryAddress(search);
  return { fixture, address, ...renderScreen(fixture, { address }) };
}

const lines = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);

test("rows are grouped by a press, groups carry count and sums, and stand in the address; at most three levels", async () => {
  const { fixture, user, address } = openShops();
  await screen.findByText("望江店");
  const group = async (entry: string) => {
    await user.click(await screen.findByRole("button", { name: "分组" }));
    await user.click(await screen.findByRole("menuitemradio", { name: new RegExp(entry) }));
  };
  await group("按类型分组");
  await waitFor(() => expect(lines().slice(0, 2)).toEqual(["类型：加盟（150）90.00", "类型：直营（2）92.50"]));
  expect(address.read()).toBe("?group=kind");
  expect(screen.getByRole("status").textContent).toBe("2 组，共 152 条");
  await group("按状态分组");
  await group("按支付方式分组");
  await waitFor(() => expect(address.read()).toBe("?group=kind%2Cstatus%2CpayType"));
  await user.click(screen.getByRole("button", { name: "分组" }));
  const fourth = await screen.findByRole("menuitemradio", { name: /按所属公司分组/ });
  expect(fourth.getAttribute("aria-disabled")).toBe("true");
  await user.click(await screen.findByRole("menuitem", { name: "取消分组" }));
  await screen.findByText("望江店");
  expect(address.read()).toBe("");
  expect(fixture.notices).toEqual([]);
});

test("a group is read when it opens, a hundred rows at a time, under its own conditions and those of the list", async () => {
  const { fixture, user } = openShops("?group=kind");
  const asked: Row[] = [];
  fixture.on("GET /test/shop/list", ({ params }) => {
    asked.push(params ?? {});
    const { pageNo, pageSize } = params as { pageNo: number; pageSize: number };
    const count = Math.min(pageSize, 150 - (pageNo - 1) * pageSize);
    const records = Array.from({ length: count }, (_, at) => ({
      ...shopRows[0],
      id: `p${pageNo}-${at}`,
      name: `${pageNo}-${at}`,
    }));
    return { records, total: 150 };
  });
  await user.click(await screen.findByRole("button", { name: "展开 类型 加盟" }));
  await screen.findByText("1-99");
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ pageNo: 1, pageSize: 100, superQueryMatchType: "and" });
  expect(JSON.parse(decodeURIComponent(String(asked[0]?.superQueryParams)))).toMatchObject([
    { field: "kind", rule: "eq", val: "2" },
  ]);
  await user.click(screen.getByRole("button", { name: "再显示 50 条（共 150 条）" }));
  await screen.findByText("2-49");
  expect(screen.queryByRole("button", { name: /^再显示/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "收起 类型 加盟" }));
  expect(screen.queryByText("1-99")).toBeNull();
});

test("below the rows stands the sum of those that are shown, and of all that match; while no group is open only that", async () => {
  const { fixture, user } = openShops("?group=kind");
  const foot = () => within(screen.getByRole("table")).getAllByRole("row").at(-1)?.textContent;
  const first = await screen.findByRole("button", { name: "展开 类型 直营" });
  await waitFor(() => expect(foot()).toBe("筛选结果合计182.50"));
  fixture.on("GET /test/shop/list", () => ({ records: [{ ...shopRows[0], id: "g1", price: 30.25 }], total: 2 }));
  await user.click(first);
  await waitFor(() => expect(foot()).toBe("本页合计筛选结果合计30.25182.50"));
});

test("where the page has all that match, its sum stands once", async () => {
  const { fixture } = openShops();
  const all = shopRows.reduce((sum, row) => sum + Number(row.price), 0);
  fixture.on("GET /test/shop/totals", () => ({ totals: { price: all } }));
  const foot = () => within(screen.getByRole("table")).getAllByRole("row").at(-1)?.textContent;
  await waitFor(() => expect(foot()).toBe("合计92.50"));
});

test("a level that cannot be read is told, and the group stays closed", async () => {
  const { fixture, user } = openShops("?group=kind,status");
  const first = await screen.findByRole("button", { name: "展开 类型 直营" });
  fixture.on("POST /lowcode/aggregate", () => {
    throw new Error("服务器忙，请稍后重试");
  });
  await user.click(first);
  await waitFor(() => expect(fixture.notices).toContainEqual({ level: "error", text: "服务器忙，请稍后重试" }));
  expect(within(screen.getByRole("table")).getByRole("button", { name: "展开 类型 直营" })).toBeTruthy();
});
