// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { compileScreen } from "../../../runtime/compile/compile-screen.ts";
import type { ColumnPlan } from "../../../runtime/compile/plan.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import { messages } from "../../messages.ts";
import { cardParts, RowCard } from "./RowCard.tsx";

afterEach(cleanup);

function columnsOf(columns: readonly (string | object)[]): readonly ColumnPlan[] {
  const document = {
    schemaVersion: 1,
    kind: "list",
    id: "test/devices",
    title: "登录设备",
    source: { type: "rest", list: "GET /devices" },
    fields: {
      device: { type: "string", title: "设备" },
      ip: { type: "string", title: "登录地址" },
      lastTime: { type: "datetime", title: "最近活动" },
      isCurrent: { type: "boolean", title: "当前登录" },
      isLate: { type: "string", title: "超时", dict: "yn" },
      a: { type: "string", title: "一" },
      b: { type: "string", title: "二" },
      calls: { type: "integer", title: "次数" },
      paid: { type: "money", title: "消费" },
      sex: { type: "string", title: "性别", dict: "sex" },
      status: { type: "string", title: "状态", dict: "user_status" },
    },
    table: { columns, selection: "none" },
  } as unknown as ScreenDocument;
  const plan = compileScreen(document, new Map());
  if (plan.kind !== "list") throw new Error("no list");
  return plan.table.columns;
}

function card(row: Row, columns: readonly string[], onToggle?: (row: Row) => void): HTMLElement {
  const context = { isState: () => false, dictOption: () => undefined, fileUrl: () => "", run: () => undefined };
  render(
    <RowCard
      row={row}
      columns={columnsOf(columns)}
      context={context}
      dictVersion={0}
      actions={[]}
      inline={2}
      isSelected={false}
      onToggle={onToggle}
      onPress={() => undefined}
    />,
  );
  return screen.getByRole("listitem");
}

const all = ["device", "ip", "lastTime", "isCurrent"];
const device = { id: "1", device: "Chrome，Linux", ip: "127.0.0.1", lastTime: "2026-11-22 19:55:00" };

test("a card says by its title what a row is, and keeps silent about what it is not", () => {
  expect(card({ ...device, isCurrent: true }, all).textContent).toBe("Chrome，Linux127.0.0.1当前登录2026-11-22 19:55");
  cleanup();
  expect(card({ ...device, isCurrent: false }, all).textContent).toBe("Chrome，Linux127.0.0.12026-11-22 19:55");
});

test("a yes or no of a dictionary is said the same way", () => {
  const columns = ["device", "status", "isLate"];
  expect(card({ ...device, isLate: "Y" }, columns).textContent).toBe("Chrome，Linux—超时");
  cleanup();
  expect(card({ ...device, isLate: "N" }, columns).textContent).toBe("Chrome，Linux—");
});

test("a card can be chosen where something can be done with chosen rows", async () => {
  const onToggle = vi.fn();
  card(device, all, onToggle);
  await userEvent.click(screen.getByRole("checkbox", { name: "选择 Chrome，Linux" }));
  expect(onToggle).toHaveBeenCalledExactlyOnceWith(device);
  cleanup();
  card(device, all);
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("a card without time and actions has no foot", () => {
  expect(card(device, ["device", "ip"]).querySelector(".sc-row-card-foot")).toBeNull();
  cleanup();
  expect(card({ ...device, lastTime: null }, all).querySelector(".sc-row-card-foot")).toBeNull();
  cleanup();
  expect(card(device, all).querySelector(".sc-row-card-foot")).not.toBeNull();
});

test("numbers stand on a card with their names, after the words and only where these leave room", () => {
  const paid = { ...device, calls: 7, paid: 1200 };
  expect(card(paid, ["device", "calls", "ip", "paid"]).textContent).toBe("Chrome，Linux127.0.0.1次数 7消费¥1,200.00");
  cleanup();
  const full = card({ ...paid, a: "甲", b: "乙" }, ["device", "calls", "ip", "a", "b"]);
  expect(full.textContent).toBe("Chrome，Linux127.0.0.1甲乙");
});

test("ERR-04 a list that failed says the reason and what stays as two sentences", () => {
  const { errorText } = messages.states;
  expect(errorText("数据库暂时不可用")).toBe("数据库暂时不可用。已填写的查询条件会保留。");
  expect(errorText("很抱歉，资源未找到!")).toBe("很抱歉，资源未找到!已填写的查询条件会保留。");
});

test("of several categories `status` stands as the state, the other ones among the facts", () => {
  const parts = cardParts(columnsOf(["device", "sex", "status"]), () => false);
  expect([parts.title?.name, parts.state?.name]).toEqual(["device", "status"]);
  expect(parts.facts.map(({ name }) => name)).toEqual(["sex"]);
});

test("a number that leads somewhere is a fact with its name, no title", () => {
  const calls = { field: "calls", cell: { type: "link", do: [{ type: "refresh" }] } };
  const parts = cardParts(columnsOf([calls, "device", "ip"]), () => false);
  expect(parts.title?.name).toBe("device");
  expect(parts.facts.map(({ name }) => name)).toEqual(["ip", "calls"]);
  expect(cardParts(columnsOf([calls]), () => false).title?.name).toBe("calls");
});
