import { expect, test } from "vitest";
import type { ColumnPlan } from "../compile/plan.ts";
import { rowsToCsv } from "./csv.ts";

const column = (name: string, title: string, more: object = {}): ColumnPlan =>
  ({
    name,
    title,
    field: { type: "string" },
    dict: undefined,
    cell: { kind: "cell", type: "text", props: { type: "text" } },
    ...more,
  }) as ColumnPlan;

test("a text that a spreadsheet would calculate is led by an apostrophe; numbers stay numbers", () => {
  const rows = [
    { a: "=1+1", b: -3 },
    { a: 'say "hi", 你好', b: null },
    { a: "-12", b: 0.5 },
  ];
  expect(rowsToCsv([column("a", "文字"), column("b", "数")], rows, () => undefined)).toBe(
    '\uFEFF文字,数\r\n\'=1+1,-3\r\n"say ""hi"", 你好",\r\n-12,0.5\r\n',
  );
});

test("the name of a group stands before the title of each of its columns", () => {
  const columns = [column("a", "日期"), column("b", "笔数", { groupHeader: "订单" })];
  expect(rowsToCsv(columns, [{ a: "2026-02-01", b: 3 }], () => undefined)).toBe(
    "\uFEFF日期,订单：笔数\r\n2026-02-01,3\r\n",
  );
});

test("a dictionary value is written in its words", () => {
  const kind = column("kind", "类型", {
    dict: { kind: "code", code: "kind" },
    cell: { kind: "cell", type: "dict-tag", props: { type: "dict-tag" } },
  });
  expect(rowsToCsv([kind], [{ kind: "1" }, { kind: "9" }], (_, value) => (value === "1" ? "直营" : undefined))).toBe(
    "\uFEFF类型\r\n直营\r\n9\r\n",
  );
});
