import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { read, utils } from "@e965/xlsx";
import { expect, test } from "vitest";
import type { SheetColumn, SheetRow } from "./sheet.ts";
import { writeXlsx } from "./write-xlsx.ts";

const column = (title: string): SheetColumn => ({ title, kind: "text", widthChars: 12 });
const heading = { title: "订单", subtitle: "导出人：张三" };
const columns = [column("单号"), { ...column("商品"), isBelow: true }];

/** The sheets of a workbook whose sheets hold two rows below their three of heading. */
async function sheetsOf(batches: readonly (readonly SheetRow[])[], rowsPerSheet = 5) {
  const book = read(await buffer(writeXlsx(heading, columns, Readable.from(batches), rowsPerSheet)));
  return book.SheetNames.map((name) => {
    const sheet = book.Sheets[name] ?? {};
    const merged = (sheet["!merges"] ?? [])
      .map((range) => utils.encode_range(range))
      .filter((range) => !/[12]$/.test(range));
    return { name, rows: utils.sheet_to_json<unknown[]>(sheet, { header: 1 }), merged };
  });
}

const top = [["订单"], ["导出人：张三"], ["单号", "商品"]];

test("what a sheet has no room for goes on in the next one, under the same heading", async () => {
  const batches = [
    [["1", "a"]],
    [
      ["2", "b"],
      ["3", "c"],
      ["4", "d"],
      ["5", "e"],
    ],
  ];
  expect(await sheetsOf(batches)).toEqual([
    { name: "订单", rows: [...top, ["1", "a"], ["2", "b"]], merged: [] },
    { name: "订单 2", rows: [...top, ["3", "c"], ["4", "d"]], merged: [] },
    { name: "订单 3", rows: [...top, ["5", "e"]], merged: [] },
  ]);
});

test("a sheet that is just full is the only one, and so is one without a row", async () => {
  expect(
    (
      await sheetsOf([
        [
          ["1", "a"],
          ["2", "b"],
        ],
      ])
    ).map(({ name }) => name),
  ).toEqual(["订单"]);
  expect((await sheetsOf([])).map(({ rows }) => rows)).toEqual([top]);
});

test("a row whose lines are parted by the end of a sheet is named again on the next", async () => {
  const lines: readonly SheetRow[] = [
    ["1", "a"],
    [undefined, "b"],
    [undefined, "c"],
    [undefined, "d"],
  ];
  expect(await sheetsOf([lines])).toEqual([
    { name: "订单", rows: [...top, ["1", "a"], [undefined, "b"]], merged: ["A4:A5"] },
    { name: "订单 2", rows: [...top, ["1", "c"], [undefined, "d"]], merged: ["A4:A5"] },
  ]);
});
