import { describe, expect, it } from "vitest";
import type { RowRule, RuleVariables } from "./row-rules.ts";
import { rulesWithin } from "./rules-within.ts";

const person = (orgCodes: readonly string[], username = "wang"): RuleVariables[] =>
  orgCodes.map((orgCode) => ({
    username,
    realname: username,
    userId: username,
    orgCode,
    orgCodes,
    tenantId: 0,
    now: "2026-01-01 00:00:00",
  }));
const rule = (text: string): RowRule => {
  const [column = "", condition = "", value = ""] = text.split(" ");
  return { column, condition, value };
};
const within = (narrow: string[], wide: string[], target = person(["A01"]), caller = person(["A01"])) =>
  rulesWithin({ rules: narrow.map(rule), choices: target }, { rules: wide.map(rule), choices: caller });

describe("the rows of one set of data rules lie within another's", () => {
  it.each([
    [["status = 1"], []],
    [["status = 1"], ["status = 1"]],
    [["status = 1", "shop = 7"], ["status = 1"]],
    [["status = 1"], ["status IN 1,2"]],
    [["status IN 2,1"], ["status IN '1','2',3"]],
    [["code = A01A02"], ["code RIGHT_LIKE A01"]],
    [["code RIGHT_LIKE A01A02%"], ["code RIGHT_LIKE A01%"]],
    [["code LEFT_LIKE 02"], ["code LIKE 0"]],
    [["code = "], ["code = B"]],
    [["age > 5"], ["age > 5"]],
    [["sysOrgCode = #{sys_org_code}"], ["sysOrgCode RIGHT_LIKE #{sys_org_code}"]],
  ])("%j within %j", (narrow, wide) => expect(within(narrow, wide)).toBe(true));

  it.each([
    [[], ["status = 1"]],
    [["shop = 7"], ["status = 1"]],
    [["status = 2"], ["status = 1"]],
    [["status IN 1,2"], ["status = 1"]],
    [["code RIGHT_LIKE A01"], ["code RIGHT_LIKE A01A02"]],
    [["code LIKE 0"], ["code RIGHT_LIKE 0"]],
    [["age > 6"], ["age > 5"]],
    // The later rule on a field is the one that counts.
    [["status = 1", "status = 2"], ["status = 1"]],
    [["status = 1"], ["status = "]],
    [["owner = #{sys_user_code}"], ["owner = #{nobody}"]],
  ])("%j not within %j", (narrow, wide) => expect(within(narrow, wide)).toBe(false));

  it("variables stand for each person's own values, in every department that they can choose", () => {
    const own = ["sysOrgCode = #{sys_org_code}"];
    expect(within(own, own, person(["A01"]), person(["A01", "B01"]))).toBe(true);
    expect(within(own, own, person(["A01", "B01"]), person(["A01"]))).toBe(false);
    expect(within(["createBy = #{sys_user_code}"], ["createBy = #{sys_user_code}"], person(["A01"], "li"))).toBe(false);
  });
});
