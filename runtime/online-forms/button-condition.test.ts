import { describe, expect, it } from "vitest";
import { compileBraced } from "../expr/template.ts";
import { buttonCondition, buttonConditionProblem } from "./button-condition.ts";

const columns = new Set(["state", "num", "create_by"]);

describe("conditions of buttons, field#op#value", () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ["state#eq#0", { state: "0" }, true],
    ["state#eq#0", { state: "1" }, false],
    ["num#eq#0", { num: 0 }, true],
    ["state#eq#", { state: null }, true],
    ["state#eq#a#b", { state: "a#b" }, true],
    ["state#eq#it's", { state: "it's" }, true],
    ["state#ne#0", { state: "1" }, true],
    ["state#ne#0", {}, true],
    ["state#ne#0", { state: "0" }, false],
    ["state#empty#true", { state: null }, true],
    ["state#empty#true", { state: "" }, true],
    ["state#empty#true", { state: "x" }, false],
    ["state#empty#false", { state: "x" }, true],
    ["state#empty#false", {}, false],
    ["num#empty#true", { num: 0 }, false],
    ["state#in#0,1", { state: "1" }, true],
    ["state#in#0,1", { state: "2" }, false],
    ["state#in#0,1", { state: "0,1" }, false],
    ["create_by#eq#admin", { createBy: "admin" }, true],
    [" state#eq#0 ", { state: "0" }, true],
  ])("ONF-02 %s holds for %j: %s", (exp, row, holds) => {
    expect(buttonConditionProblem(exp, columns)).toBeUndefined();
    expect(compileBraced(buttonCondition(exp, columns) ?? "{{ true }}")({ row })).toBe(holds);
  });

  it.each(["", "   ", null, undefined])("ONF-02 an empty one always holds: %j", (exp) => {
    expect(buttonCondition(exp, columns)).toBeUndefined();
    expect(buttonConditionProblem(exp, columns)).toBeUndefined();
  });

  it.each([
    ["state", "请写成 字段#eq#值"],
    ["state#eq", "请写成 字段#eq#值"],
    ["#eq#1", "表单没有字段“”"],
    ["gone#eq#1", "表单没有字段“gone”"],
    ["__proto__#eq#1", "表单没有字段“__proto__”"],
    ["state#gt#1", "不能比较“gt”"],
    ["state#constructor#1", "不能比较“constructor”"],
    ["state#EQ#1", "不能比较“EQ”"],
    ["state##1", "不能比较“”"],
  ])("ONF-02 a bad one is named and never holds: %s", (exp, problem) => {
    expect(buttonConditionProblem(exp, columns)).toContain(problem);
    expect(compileBraced(buttonCondition(exp, columns) ?? "{{ true }}")({ row: { state: "1" } })).toBe(false);
  });

  it("ONF-02 a value is a value, whatever it says", () => {
    for (const value of ["' || true || '", "\\", "\\'", "{{ true }}", "'}} {{ true"]) {
      const condition = buttonCondition(`state#eq#${value}`, columns) ?? "";
      expect(compileBraced(condition)({ row: { state: "x" } }), value).toBe(false);
      expect(compileBraced(condition)({ row: { state: value } }), value).toBe(true);
    }
  });
});
