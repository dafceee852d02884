import { describe, expect, test } from "vitest";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { readSheetRows } from "./sheet-rows.ts";

const column = (name: string, title: string) => ({ name, title }) as GridColumnPlan;
const columns = [column("product", "商品"), column("qty", "数量")];

describe("the rows of a spreadsheet", () => {
  test("stand below the titles, in any order, under a heading or not; blank ones and unknown columns are passed", () => {
    const rows = readSheetRows(columns, [
      ["明细导入模板", null],
      ["请从下一行开始", null],
      ["数量 *", "颜色", "商品"],
      [3, "绿", " 绿豆糕 "],
      [null, "", " "],
      [true, null, "龙井"],
    ]);
    expect(rows?.columns.map(({ name }) => name)).toEqual(["qty", "product"]);
    expect(rows?.texts).toEqual([
      ["3", "绿豆糕"],
      ["true", "龙井"],
    ]);
    expect(rows?.ignored).toEqual(["颜色"]);
  });

  test("are not guessed where no title names a column", () => {
    expect(readSheetRows(columns, [["颜色"], ["绿"]])).toBeUndefined();
    expect(readSheetRows(columns, [])).toBeUndefined();
  });
});
