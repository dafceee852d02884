import fc from "fast-check";
import { expect, test } from "vitest";
import { aMomentMs, processorMs } from "../../tests/support/processor-ms.ts";
import { proveCount } from "../../tests/support/prove.ts";
import { cachedExpressions, compileExpression, compileRule, evaluateExpression } from "./compile.ts";
import { functionTable } from "./functions.ts";
import { expressionCases } from "./suite/suite.ts";
import { shownText } from "./text.ts";

test("a source with a mistake evaluates to nothing and says where it is wrong", () => {
  expect(compileExpression("1 +")({})).toBeUndefined();
  expect(evaluateExpression("1 +", {})).toEqual({ value: undefined, error: { message: "表达式不完整", offset: 3 } });
});

test("a list of 10,000 items is summed and one of 10,001 is refused with a reason", () => {
  const rows = (count: number) => Array.from({ length: count }, () => ({ a: 0.01 }));
  expect(compileExpression("sum(rows, 'a')")({ rows: rows(10_000) })).toBe(100);
  expect(evaluateExpression("sum(rows, 'a')", { rows: rows(10_001) }).error?.message).toBe("列表超过 10000 项");
});

test("a text of 100,000 characters is made and a longer one is refused", () => {
  const half = "x".repeat(50_000);
  expect(compileExpression("half + half")({ half })).toHaveLength(100_000);
  expect(evaluateExpression("half + half + 'x'", { half }).error?.message).toBe("文本超过 100000 个字符");
  expect(evaluateExpression("replace(half, 'x', 'xyz')", { half }).error?.message).toBe("文本超过 100000 个字符");
  expect(evaluateExpression("join(split(half, ''), half)", { half: half.slice(0, 9000) }).error).toBeDefined();
});

test("an expression cannot work for long: nested sums over 10,000 rows stop at the step limit", () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ a: index }));
  const greedy = Array.from({ length: 110 }, () => "sum(rows,'a')").join("+");
  const elapsedMs = processorMs(() => {
    expect(evaluateExpression(greedy, { rows }).error?.message).toBe("计算量超过上限");
  });
  expect(elapsedMs).toBeLessThan(aMomentMs);
});

test.each([
  [
    "dictText('d', list)",
    { dicts: { d: Array.from({ length: 10_000 }, () => ({ value: "x" })) }, list: ",".repeat(90_000) },
  ],
  ["format(1, list)", { list: ",".repeat(90_000) }],
  ["format('2026-01-01', list)", { list: "yM".repeat(45_000) }],
  ["list in list || 'x' in list", { list: ",".repeat(5_000_000) }],
  ["contains(list, 'ab') || upper(list) || trim(list)", { list: "a ".repeat(2_000_000) }],
  ["replace(list, 'a', list)", { list: "a".repeat(90_000) }],
  ["split(list, 'a')", { list: "a".repeat(2_000_000) }],
  ["toText([[[a,a,a],[a,a,a]],[[a,a,a],[a,a,a]]])", { a: Array.from({ length: 9000 }, () => "xxxxxxxxxx") }],
  ["round(x % y, 3) + x * y", { x: 1.7e308, y: 5e-324 }],
])("%s over hostile data ends within a moment", (source, scope) => {
  expect(processorMs(() => void evaluateExpression(source, scope))).toBeLessThan(aMomentMs);
});

test("an evaluation that was stopped leaves nothing behind for the next", () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ a: index }));
  expect(
    evaluateExpression(Array.from({ length: 110 }, () => "sum(rows,'a')").join("+"), { rows }).error,
  ).toBeDefined();
  expect(shownText([1, 2])).toBe("1,2");
  expect(compileExpression("sum(rows,'a')")({ rows })).toBe(49_995_000);
});

test("a cyclic value has no JSON text and hangs nothing", () => {
  const row: Record<string, unknown> = { a: 1 };
  row.self = row;
  expect(compileExpression("json(row)")({ row })).toBeUndefined();
  expect(compileExpression("row.self.self.a")({ row })).toBe(1);
});

test("keys named like the way to a prototype cannot be read even when they are data", () => {
  const row = JSON.parse('{"__proto__":{"a":1},"constructor":{"a":2},"prototype":{"a":3}}');
  const read = compileExpression("row[key].a");
  for (const key of Object.keys(row)) expect(read({ row, key })).toBeUndefined();
});

test("an object that claims to have a toJSON method is written as data", () => {
  const row = { toJSON: () => "code ran", a: 1 };
  expect(compileExpression("json(row)")({ row })).toBe('{"a":1}');
});

test("at most 5,000 compiled expressions are kept, the ones used last", () => {
  for (let index = 0; index < 5100; index++) compileExpression(`${index} + 1`);
  expect(cachedExpressions()).toBe(5000);
});

test.each([
  ["row.a < row.b", {}, true],
  ["row.a < row.b", { a: 1 }, true],
  ["row.a < row.b", { a: 1, b: 1 }, false],
  ["row.a <= 5 || row.b == 'x'", {}, true],
  ["row.a <= 5 || row.b == 'x'", { a: 6 }, false],
  ["row.a > 0 && row.b", { b: "" }, false],
  ["row.a > 0 && row.b", { b: "y" }, true],
  ["!(row.a > 0)", {}, true],
  ["!(row.a > 0)", { a: 1 }, false],
  ["row.a || row.b", {}, false],
  ["row.a || row.b", { b: 1 }, true],
  ["row.kind == '1' ? row.a > 0 : true", { kind: "1" }, true],
  ["row.kind == '1' ? row.a > 0 : row.b", { kind: "2" }, false],
  ["row.a > 'x'", { a: 1 }, false],
  ["1 +", {}, false],
])("the rule %s on %j is kept: %s", (rule, row, kept) => {
  expect(compileRule(rule)({ row })).toBe(kept);
});

const names = ["row", "rows", "form", "user", "now", "missing"];
const keys = ["a", "b", "list", "name", "length", "0", "constructor", "__proto__", "toString"];

/** Sources from the grammar, so that most of them parse. */
const { source } = fc.letrec<{ source: string; chain: string }>((tie) => ({
  chain: fc
    .tuple(
      fc.constantFrom(...names),
      fc.array(fc.constantFrom(...keys.map((key) => `['${key}']`), ".a", ".b", "?.list", "[0]"), { maxLength: 3 }),
    )
    .map(([name, path]) => name + path.join("")),
  source: fc.oneof(
    { maxDepth: 4, depthIdentifier: "expression" },
    fc.constantFrom("1", "0", "0.1", "'x'", "''", "null", "true", "'2026-01-31'", "-3", "1e300"),
    tie("chain"),
    fc
      .tuple(
        tie("source"),
        fc.constantFrom("+", "-", "*", "/", "%", "==", "!=", "<", ">=", "&&", "||", "??", "in"),
        tie("source"),
      )
      .map((parts) => `(${parts.join(" ")})`),
    fc.tuple(tie("source"), tie("source"), tie("source")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.array(tie("source"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
    tie("source").map((inner) => `!${inner}`),
    fc
      .tuple(fc.constantFrom(...functionTable.keys()), fc.array(tie("source"), { maxLength: 3 }))
      .map(([name, args]) => `${name}(${args.join(", ")})`),
  ),
}));

const anything = fc.oneof(
  source,
  fc.string({ maxLength: 80 }),
  fc.constantFrom(...expressionCases.map(([text]) => text)),
);

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

test("no source on any JSON scope throws, returns a function, makes NaN or changes the scope", () => {
  fc.assert(
    fc.property(anything, fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 })), (text, scope) => {
      const before = JSON.stringify(scope);
      const value = compileExpression(text)(deepFreeze(scope));
      expect(typeof value).not.toBe("function");
      expect(Number.isNaN(value)).toBe(false);
      expect(JSON.stringify(scope)).toBe(before);
    }),
    { numRuns: proveCount(800, 3000) },
  );
});

test("a value that is no JSON is never handed out, wherever in the scope it stands", () => {
  const foreign = fc.constantFrom(() => 1, Symbol("s"), 1n, new Date(0), new Map(), /x/, class {}, new Error("e"));
  fc.assert(
    fc.property(
      source,
      fc.array(fc.constantFrom(...keys.slice(0, 4)), { maxLength: 4 }),
      foreign,
      (text, where, value) => {
        const row: Record<string, unknown> = { a: { a: [value] }, list: [value, { a: value }] };
        for (const key of where) row[key] = value;
        const result = compileExpression(text)({ row, rows: [row, value], form: value, user: value, now: value });
        expect(result).not.toBe(value);
        expect(["undefined", "string", "number", "boolean", "object"]).toContain(typeof result);
      },
    ),
    { numRuns: proveCount(500, 2000) },
  );
});

test("sums and differences of decimals with two places are exact to the cent", () => {
  const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      const scope = { a: a / 100, b: b / 100 };
      expect(compileExpression("a + b")(scope)).toBe((a + b) / 100 + 0);
      expect(compileExpression("a - b")(scope)).toBe((a - b) / 100 + 0);
      expect(compileExpression("sum([a, b, a])")(scope)).toBe((a + b + a) / 100 + 0);
    }),
  );
});

test("rounding agrees with long arithmetic on the written digits", () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 5 }), (digits, places) => {
      const number = Number(`${digits}e-5`);
      const unit = 10 ** (5 - places);
      const half = Math.sign(digits) * Math.floor((Math.abs(digits) + unit / 2) / unit);
      expect(compileExpression(`round(x, ${places})`)({ x: number })).toBe(
        Number(`${places === 5 ? digits : half}e-${places}`) + 0,
      );
    }),
  );
});
