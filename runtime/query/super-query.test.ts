import { describe, expect, test } from "vitest";
import { readSuperQuery, readSuperText, wholeQuery, writeSuperText } from "./super-query.ts";

const like = { field: "name", rule: "like", val: "林", type: "string" };
const nothing = { field: "name", rule: "like", val: " ", type: "string" };

describe("QRY-04 an advanced query", () => {
  test("loses conditions without field, rule or value, and groups of nothing", () => {
    const query = {
      matchType: "or",
      conditions: [like, nothing, { matchType: "and", conditions: [nothing] }],
    } as const;
    expect(wholeQuery(query)).toEqual({ matchType: "or", conditions: [like] });
    expect(wholeQuery({ matchType: "and", conditions: [nothing] })).toBeUndefined();
  });

  test("is the same after a trip through an address; words of values stay at home", () => {
    const query = {
      matchType: "and",
      conditions: [
        { ...like, text: "林晓" },
        { matchType: "or", conditions: [like] },
      ],
    } as const;
    expect(readSuperText(writeSuperText(query))).toEqual({
      matchType: "and",
      conditions: [like, { matchType: "or", conditions: [like] }],
    });
  });

  test("keeps what it carries of its control; choices are not sent, and what is no such part is dropped", () => {
    const popup = { code: "report_member", orgFields: "id,realname", destFields: "memberId,memberName" };
    const parts = { dictCode: "a", dictTable: "b", customReturnField: "orgCode", popup };
    const options = [{ value: "1", text: "一" }];
    const query = { matchType: "and", conditions: [{ ...like, ...parts, options }] } as const;
    expect(readSuperQuery(query)).toEqual(query);
    expect(readSuperText(writeSuperText(query))?.conditions).toEqual([{ ...like, ...parts }]);
    const wrong = { dictCode: 1, customReturnField: {}, popup: { code: "x" }, options: [{ value: 1 }], extra: "x" };
    expect(readSuperQuery({ matchType: "and", conditions: [{ ...like, ...wrong }] })?.conditions).toEqual([like]);
  });

  test.each([
    null,
    "",
    "{",
    "[]",
    '{"matchType":"xor","conditions":[]}',
    '{"matchType":"and","conditions":[{"field":1,"rule":"eq","val":"1"}]}',
    '{"matchType":"and","conditions":[{"field":"a","rule":"eq","val":{"b":1}}]}',
    JSON.stringify({ matchType: "and", conditions: Array(101).fill(like) }),
    `{"matchType":"and","conditions":[{"field":"a","rule":"eq","val":"${"x".repeat(60_000)}"}]}`,
  ])("from an address that is none (%.60j) is no query", (text) => {
    expect(readSuperText(text)).toBeUndefined();
  });
});
