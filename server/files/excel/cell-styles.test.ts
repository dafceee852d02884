import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { read } from "@e965/xlsx";
import { expect, test } from "vitest";
import { serialOf } from "./cell-styles.ts";
import type { SheetColumn } from "./sheet.ts";
import { writeXlsx } from "./write-xlsx.ts";

const column = (title: string, kind: SheetColumn["kind"], scale?: number): SheetColumn => ({
  title,
  kind,
  widthChars: 12,
  ...(scale === undefined ? {} : { scale }),
});

test("dates and numbers of a workbook are real ones, with the format of their column", async () => {
  const columns = [
    column("日期", "date"),
    column("时间", "datetime"),
    column("金额", "number", 2),
    column("单价", "number", 4),
    column("数量", "number", 0),
    column("比率", "number"),
  ];
  const row = ["2026-11-21", "2026-11-21 14:32:08", 1234.5, 0.1234, 12, 0.125];
  const file = writeXlsx(
    { title: "订单", subtitle: "导出人：张三" },
    columns,
    Readable.from([[row, ["待定", "", "-", null]]]),
  );
  const sheet = read(await buffer(file), { cellNF: true, cellDates: true, UTC: true }).Sheets["订单"];
  const cells = ["A", "B", "C", "D", "E", "F"].map((name) => sheet?.[`${name}4`]);
  expect(cells.map((cell) => [cell.t, cell.z])).toEqual([
    ["d", "yyyy-mm-dd"],
    ["d", "yyyy-mm-dd hh:mm:ss"],
    ["n", "#,##0.00"],
    ["n", "#,##0.0000"],
    ["n", "0"],
    ["n", "General"],
  ]);
  expect((cells[1].v as Date).toISOString()).toBe("2026-11-21T14:32:08.000Z");
  // What is no date stays readable, and no formula.
  expect([sheet?.A5.v, sheet?.C5.v]).toEqual(["待定", "'-"]);
});

test.each([
  ["2026-11-21", 46347],
  ["2026-11-21 12:00:00", 46347.5],
  ["1900-03-01", 61],
  ["1900-02-28", undefined],
  ["2026-02-30", undefined],
  ["2026-11", undefined],
  ["", undefined],
])("day %j is %s", (text, serial) => {
  expect(serialOf(text)).toBe(serial);
});
