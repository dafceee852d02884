import { describe, expect, test } from "vitest";
import { schemaProblems } from "./check-schema.ts";
import { jsonValueProblem } from "./check-value.ts";
import type { JsonSchema } from "./keywords.ts";
import { schemaLimits } from "./keywords.ts";

const stock: JsonSchema = {
  type: "object",
  required: ["warehouses"],
  additionalProperties: false,
  properties: {
    warehouses: { type: "array", minItems: 1, uniqueItems: true, items: { $ref: "#/definitions/warehouse" } },
    mode: { enum: ["auto", "manual"] },
    limit: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] },
  },
  definitions: {
    warehouse: {
      type: "object",
      required: ["code"],
      properties: { code: { type: "string", pattern: "^W\\d{3}$" }, share: { type: "number", maximum: 1 } },
    },
  },
};
const check = (schema: unknown, value: unknown, type: "json" | "text" = "json") =>
  jsonValueProblem({ type, widget: { type: "code-editor", language: "json", schema: schema as JsonSchema } }, value);

describe("a value beside its schema", () => {
  test.each([
    [{ warehouses: [{ code: "W001", share: 0.5 }], mode: "auto", limit: 3 }, undefined],
    [{ warehouses: [{ code: "W001" }], limit: null }, undefined],
    [[], "内容 应为对象"],
    [{}, '内容 缺少 "warehouses"'],
    [{ warehouses: [] }, "warehouses 至少 1 项"],
    [{ warehouses: [{ code: "W1" }] }, "warehouses[0].code 的格式不对，须符合 ^W\\d{3}$"],
    [{ warehouses: [{ code: "W001", share: 2 }] }, "warehouses[0].share 不能大于 1"],
    [{ warehouses: [{ code: "W001" }, { code: "W001" }] }, "warehouses 里有相同的项"],
    [{ warehouses: [{ code: "W001" }], mode: "off" }, 'mode 须为 "auto", "manual" 之一'],
    [{ warehouses: [{ code: "W001" }], modes: "auto" }, '内容 "modes" 里没有这一项，是否想写 "mode"？'],
    [{ warehouses: [{ code: "W001" }], limit: "3" }, "limit 不符合要求"],
  ])("%j: %s", (value, message) => {
    expect(check(stock, value)).toBe(message);
  });

  test("a text is read first, and the line of a mistake is told", () => {
    expect(check(stock, '{\n  "warehouses": [\n    { "code": 1 }\n  ]\n}', "text")).toBe(
      "第 3 行：warehouses[0].code 应为文本",
    );
    expect(check(stock, '{\n  "warehouses" []\n}', "text")).toBe("第 2 行：属性名后缺少冒号");
    expect(check(stock, '{ "warehouses": [ { "code": "W001" } ] }', "text")).toBeUndefined();
  });

  test("a language of documents says what the compiler says", () => {
    expect(check("data", { schemaVersion: 1, model: "a/b", key: ["x"], rwos: [] })).toMatch(
      /^第 \d+ 行：未知属性 “rwos”/,
    );
    expect(check("data", { schemaVersion: 1, model: "a/b", key: ["x"], rows: [{ x: 1 }] })).toBeUndefined();
  });

  test("keys that reach for objects' own parts are data and nothing more", () => {
    const closed = { type: "object", additionalProperties: false, properties: { a: {} } };
    for (const key of ["__proto__", "constructor", "prototype", "toString"])
      expect(check(closed, JSON.parse(`{"${key}": {"polluted": true}}`))).toMatch(/没有/);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("a schema", () => {
  const problemsOf = (schema: JsonSchema) =>
    schemaProblems(schema).map(({ path, message }) => [path.join("."), message]);
  test("that the reference shows has no problem", () => {
    expect(problemsOf(stock)).toEqual([]);
  });
  test.each([
    [{ $ref: "https://example.test/schema.json" }, "$ref", /^“https:.*不在这个文档里/],
    [{ $ref: "file:///etc/passwd" }, "$ref", /不在这个文档里/],
    [{ $ref: "#/definitions/none" }, "$ref", "没有定义 “#/definitions/none”"],
    [{ $ref: "#/definitions/__proto__", definitions: {} }, "$ref", "没有定义 “#/definitions/__proto__”"],
    [{ properties: { a: { pattern: "^(a+)+$" } } }, "properties.a.pattern", /算很久/],
    [{ patternProperties: { "^(\\w|\\d)*x$": {} } }, "patternProperties.^(\\w|\\d)*x$", /算很久/],
    [{ pattern: "(" }, "pattern", /有错误/],
    [{ propertys: {} }, "propertys", "JSON Schema 里不能写 “propertys”"],
    [{ $id: "http://x/", type: "object" }, "$id", /不能写/],
    [{ type: "objekt" }, "type", /^type /],
    [{ items: { minLength: -1 } }, "items.minLength", /不能小于/],
    [{ description: "长".repeat(schemaLimits.characters) }, "", /超过 32 KB/],
  ])("%j is refused at its place", (schema, path, message) => {
    const [first] = problemsOf(schema);
    expect(first).toEqual([path, typeof message === "string" ? message : expect.stringMatching(message)]);
  });
  test("that is deep or has very many parts is refused", () => {
    let deep: JsonSchema = {};
    for (let depth = 0; depth < 100; depth++) deep = { not: deep };
    expect(problemsOf(deep)[0]?.[1]).toBe("JSON Schema 嵌套超过 32 层");
    const wide = { properties: Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`p${at}`, {}])) };
    expect(problemsOf(wide)[0]?.[1]).toBe("JSON Schema 里的规则超过 500 条，请拆分或精简");
  });
});

describe("a check is over soon", () => {
  const quick = (schema: unknown, value: unknown) => {
    expect(schemaProblems(schema as JsonSchema)).toEqual([]);
    check(schema, null);
    const begun = performance.now();
    const message = check(schema, value);
    expect(performance.now() - begun).toBeLessThan(1_000);
    return message;
  };
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

  test("where alternatives lead into themselves, twice at each level", () => {
    const twice = { properties: { a: { $ref: "#" } } };
    const schema = { type: "object", anyOf: [twice, { ...twice, required: ["b"] }] };
    expect(quick(schema, nested(60))).toBe("内容太复杂，检查不完，请精简");
  });
  test("where definitions double each other", () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        at === 39
          ? { type: "string" }
          : { anyOf: [{ $ref: `#/definitions/d${at + 1}` }, { $ref: `#/definitions/d${at + 1}` }] },
      ]),
    );
    expect(quick({ $ref: "#/definitions/d0", definitions }, 1)).toBe("内容太复杂，检查不完，请精简");
  });
  test("where a list of very many objects must not repeat", () => {
    const many = Array.from({ length: 30_000 }, (_, at) => ({ at }));
    expect(quick({ type: "array", uniqueItems: true }, many)).toBe("内容太复杂，检查不完，请精简");
  });
  test("and takes a list of 100,000 plain values and a tree", () => {
    expect(
      quick(
        { type: "array", items: { type: "integer" } },
        Array.from({ length: 100_000 }, (_, at) => at),
      ),
    ).toBe(undefined);
    expect(quick({ type: ["object", "number"], properties: { a: { $ref: "#" } } }, nested(60))).toBe(undefined);
  });
});
