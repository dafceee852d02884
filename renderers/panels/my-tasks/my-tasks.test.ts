import { expect, test } from "vitest";
import type { PanelPlan, TaskPlan } from "../../../runtime/compile/panel-plan.ts";
import { PanelRows } from "../../../runtime/react/panel-rows.ts";
import { fixtureConsole, refusal } from "../../testing/fixture-console.ts";

const task = (title: string, base: string, permission?: string): TaskPlan => ({
  title,
  permission,
  base,
  where: { status: "{{ wanted }}" },
  since: "createTime",
  page: base,
  search: "",
});

test("NAV-09 tasks are counted by their list, the one that waits longest first; what may not be listed or done is left out", async () => {
  const { services, callsTo, notices, on } = fixtureConsole({ denied: ["order:audit"] });
  on("GET /orders/list", () => ({ records: [{ createTime: "2026-11-20 08:12:00" }], total: 12 }));
  on("GET /refunds/list", () => ({ records: [], total: 0 }));
  on("GET /secrets/list", () => {
    throw refusal(403, 510, "没有权限");
  });
  const tasks = [
    task("审核", "/orders"),
    task("退款", "/refunds"),
    task("机密", "/secrets"),
    task("复核", "/orders", "order:audit"),
  ];
  const rows = await new PanelRows(services, { wanted: "0" }).load({ tasks } as unknown as PanelPlan);
  expect(rows).toEqual([
    { title: "审核", total: 12, since: "2026-11-20 08:12:00", page: "/orders", search: "" },
    { title: "退款", total: 0, since: undefined, page: "/refunds", search: "" },
  ]);
  expect(callsTo("GET /orders/list")[0]?.params).toEqual({
    status: "0",
    column: "createTime",
    order: "asc",
    pageNo: 1,
    pageSize: 1,
  });
  expect(notices).toEqual([]);
});
