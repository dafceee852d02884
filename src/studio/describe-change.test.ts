import { expect, test } from "vitest";
import { describeChange } from "./describe-change.ts";

const titles: Readonly<Record<string, string>> = { amount: "金额", status: "状态", remark: "备注", mobile: "手机号" };
const context = { kind: "screen" as const, titleOfField: (name: string) => titles[name] };
const before = {
  schemaVersion: 1,
  kind: "list",
  model: "store/store-order",
  title: "订单",
  table: { columns: ["amount", "status", { field: "remark", width: 90 }] },
  toolbar: [{ preset: "add" }, { key: "audit", label: "审核", do: [{ type: "reload" }] }],
  views: { form: { as: "modal", width: 720, items: ["amount"] } },
};

test("a change is told by what it means: places, titles, widths and views in words", () => {
  const after = {
    ...before,
    title: "门店订单",
    table: { columns: ["status", "amount", { field: "remark", width: 120 }, "mobile"] },
    toolbar: [{ preset: "add" }],
    views: { form: { as: "modal", width: 800, items: ["amount", "remark"] } },
  };
  const told = describeChange(before, after, context);
  expect(told).toEqual([
    "名称：“订单” → “门店订单”",
    "列 金额 排到 状态 之后",
    "列 备注 的 列宽：90 → 120",
    "新增列 手机号，在 备注 之后",
    "移除工具栏按钮 审核",
    "视图 form 的 宽度：720 → 800",
    "新增视图 form 的 项 备注，在 金额 之后",
  ]);
});

test("equal documents have nothing to tell, whatever the order of their keys", () => {
  const { title, ...rest } = before;
  expect(describeChange(before, { ...rest, title }, context)).toEqual([]);
});

test("an element without a name of its own is called by what it is", () => {
  const panels = [
    { type: "text", text: "您好" },
    { type: "stat", title: "今日订单" },
  ];
  const told = describeChange({ panels }, { panels: [panels[1] as never, panels[0] as never] }, context);
  expect(told).toEqual(["面板 text 排到 今日订单 之后"]);
  expect(describeChange({ panels }, { panels: panels.slice(1) }, context)).toEqual(["移除面板 text"]);
});
