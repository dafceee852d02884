import { describe, expect, test } from "vitest";
import { formatSql } from "./format-sql.ts";
import { mergeParsed, paramsIn, type SqlCatalogue } from "./report-sql.ts";
import { offersAt } from "./sql-completion.ts";

const column = (name: string, title: string) => ({ name, title, type: "String" });
const catalogue: SqlCatalogue = {
  dialect: "PostgreSQL",
  tables: [
    { name: "store_order", title: "门店订单", columns: [column("order_no", "订单编号"), column("store_id", "门店")] },
    { name: "store", title: "门店", columns: [column("name", "门店名称")] },
  ],
  functions: ["count"],
  variables: [{ name: "sys_user_code", title: "登录账号" }],
};

/** What is offered where `|` stands. */
function offered(text: string) {
  const place = text.indexOf("|");
  return offersAt(text.replace("|", ""), place, catalogue);
}
const names = (text: string) => offered(text).map(({ name }) => name);

describe("completion", () => {
  test("after from and join stand tables with their titles", () => {
    expect(offered("select * from |").map(({ name, title }) => [name, title])).toEqual([
      ["store_order", "门店订单"],
      ["store", "门店"],
    ]);
    expect(names("select * from store_order o join st|")).toEqual(["store_order", "store"]);
  });

  test("after a dot stand the columns of the table of that name, also from before it is named", () => {
    expect(names("select o.| from store_order o join store s on s.id = o.store_id")).toEqual(["order_no", "store_id"]);
    expect(names("select * from store_order o join store as s on s.|")).toEqual(["name"]);
    expect(names("select nobody.| from store_order o")).toEqual([]);
  });

  test("elsewhere stand columns of the named tables, functions and keywords", () => {
    const found = names("select | from store_order");
    expect(found.slice(0, 3)).toEqual(["order_no", "store_id", "count"]);
    expect(found).not.toContain("name");
    expect(found).toContain("group");
  });

  test("in ${ stand the parameters of the statement, in #{ the variables of the session", () => {
    expect(names("select * from store where id = ${storeId} and name = ${|")).toEqual(["storeId"]);
    expect(names("select * from store where create_by = #{sys|")).toEqual(["sys_user_code"]);
  });

  test("without a catalogue keywords are offered", () => {
    expect(offersAt("sel", 3, undefined).map(({ name }) => name)).toContain("select");
  });
});

describe("what was parsed", () => {
  const newRow = (given: object) => ({ isShow: 1, ...given });

  test("keeps what was set on known columns, takes new ones in their place and lets old ones go", () => {
    const known = [
      { id: "1", fieldName: "name", fieldTxt: "店名", dictCode: "store", isTotal: "1", orderNum: 1 },
      { id: "2", fieldName: "gone", fieldTxt: "旧", orderNum: 2 },
    ];
    const parsed = [
      { fieldName: "cnt", fieldTxt: "订单数", fieldType: "Long" },
      { fieldName: "name", fieldTxt: "name", fieldType: "String" },
    ];
    expect(mergeParsed(known, parsed, "fieldName", newRow)).toEqual({
      rows: [
        { isShow: 1, fieldName: "cnt", fieldTxt: "订单数", fieldType: "Long", orderNum: 1 },
        { id: "1", fieldName: "name", fieldTxt: "店名", dictCode: "store", isTotal: "1", orderNum: 2 },
      ],
      added: 1,
      removed: 1,
    });
  });

  test("parameters are found once each, in texts too", () => {
    expect(paramsIn("where a >= ${begin} and b = '${ sex }' and c < ${begin}")).toEqual(["begin", "sex"]);
  });
});

test("formatting leaves parameters and variables as they are", () => {
  expect(formatSql("SELECT name FROM store WHERE id=${id} AND create_by=#{sys_user_code}", "PostgreSQL")).toBe(
    "select\n  name\nfrom\n  store\nwhere\n  id = ${id}\n  and create_by = #{sys_user_code}",
  );
});
