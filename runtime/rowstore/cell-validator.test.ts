import { expect, test, vi } from "vitest";
import { aModel } from "../record/order-fixture.ts";
import type { Rule } from "../schema/types.gen.ts";
import { cellChecks } from "./cell-checks.ts";
import { RowStore } from "./row-store.ts";
import type { AsyncCellTest, CellTest, StoreColumn } from "./row-store-types.ts";

const unique: StoreColumn = { key: "code", checks: [{ kind: "unique", message: "不能重复" }] };

function storeOf(columns: readonly StoreColumn[], rows: readonly Record<string, unknown>[]): RowStore {
  const store = new RowStore({ columns });
  store.load(rows.map((row, index) => ({ id: `r${index}`, ...row })));
  return store;
}

/** Answers by hand: each call waits until the test answers it. */
function manual(): { test: AsyncCellTest; answers: ((message: string | undefined) => void)[]; asked: unknown[] } {
  const answers: ((message: string | undefined) => void)[] = [];
  const asked: unknown[] = [];
  const ask: AsyncCellTest = (value) => {
    asked.push(value);
    return new Promise((resolve) => answers.push(resolve));
  };
  return { test: ask, answers, asked };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("rules are tried in order and the first failure gives the message", async () => {
  const store = storeOf(
    [
      {
        key: "code",
        checks: [
          { kind: "required", message: "必填" },
          { kind: "test", test: (value) => (String(value).length < 3 ? "太短" : undefined) },
          { kind: "unique", message: "不能重复" },
        ],
      },
    ],
    [{ code: "" }, { code: "ab" }, { code: "ab" }, { code: "abc" }, { code: "abc" }, { code: "abcd" }],
  );
  const result = await store.validate();
  expect(store.order.map((id) => store.error(id, "code"))).toEqual([
    "必填",
    "太短",
    "太短",
    "不能重复",
    "不能重复",
    undefined,
  ]);
  expect(result).toEqual({ valid: false, errors: 5, first: { id: "r0", key: "code", message: "必填" } });
});

test("repairing one of a pair of duplicates clears the other", async () => {
  const store = storeOf([unique], [{ code: "x" }, { code: "x" }, { code: null }, { code: null }]);
  await store.validate();
  expect(store.meta.errors).toBe(2);
  store.set("r1", "code", "y");
  expect(store.meta.errors).toBe(0);
  store.set("r1", "code", "x");
  expect([store.error("r0", "code"), store.error("r1", "code")]).toEqual(["不能重复", "不能重复"]);
  store.remove(["r0"]);
  expect(store.meta.errors).toBe(0);
  store.undo();
  expect(store.meta.errors).toBe(2);
});

test("an edited cell is checked at once, and cells of its row that were wrong are checked again", () => {
  const store = storeOf(
    [
      { key: "from", checks: [{ kind: "test", test: (value) => (Number(value) < 0 ? "不能小于 0" : undefined) }] },
      {
        key: "to",
        checks: [{ kind: "test", test: (value, row) => (Number(value) < Number(row.from) ? "须大于起" : undefined) }],
      },
    ],
    [{ from: 5, to: 9 }],
  );
  store.set("r0", "to", 3);
  expect(store.error("r0", "to")).toBe("须大于起");
  store.set("r0", "from", 1);
  expect(store.error("r0", "to")).toBeUndefined();
});

test("listeners of a cell hear when its error comes and goes", () => {
  const store = storeOf([{ key: "n", checks: [{ kind: "required", message: "必填" }] }], [{ n: 1 }]);
  const listener = vi.fn();
  store.onCell("r0", "n", listener);
  store.set("r0", "n", "");
  expect(listener).toHaveBeenCalledTimes(1);
  expect(store.error("r0", "n")).toBe("必填");
});

test("an answer for a value that is no longer there is dropped, whichever comes first", async () => {
  const { test: ask, answers } = manual();
  const store = storeOf([{ key: "n", checks: [{ kind: "async", test: ask }] }], [{ n: "a" }]);
  store.set("r0", "n", "b");
  store.set("r0", "n", "c");
  expect(answers).toHaveLength(2);
  answers[1]?.("c 不可用");
  await settled();
  answers[0]?.("b 不可用");
  await settled();
  expect(store.error("r0", "n")).toBe("c 不可用");
});

test("of two questions about the same value the later one counts", async () => {
  const { test: ask, answers } = manual();
  const store = storeOf([{ key: "n", checks: [{ kind: "async", test: ask }] }], [{ n: "a" }]);
  store.set("r0", "n", "b");
  store.set("r0", "n", "");
  store.set("r0", "n", "b");
  answers[0]?.("不可用");
  await settled();
  expect(store.error("r0", "n")).toBeUndefined();
  answers[1]?.("仍不可用");
  await settled();
  expect(store.error("r0", "n")).toBe("仍不可用");
});

test("an answer for a removed row is dropped", async () => {
  const { test: ask, answers } = manual();
  const store = storeOf([{ key: "n", checks: [{ kind: "async", test: ask }] }], [{ n: "a" }]);
  store.set("r0", "n", "b");
  store.remove(["r0"]);
  answers[0]?.("不可用");
  await settled();
  expect(store.meta.errors).toBe(0);
});

test("at most six questions run at a time and validating waits for all", async () => {
  const { test: ask, answers, asked } = manual();
  const store = storeOf(
    [{ key: "n", checks: [{ kind: "async", test: ask }] }],
    Array.from({ length: 10 }, (_, index) => ({ n: `v${index}` })),
  );
  // The clock stands: what is asked is not spread over pauses.
  const done = store.validate({ clock: () => 0 });
  await settled();
  expect(asked).toHaveLength(6);
  for (let next = 0; next < 10; next++) {
    answers[next]?.(next === 7 ? "不可用" : undefined);
    await settled();
  }
  expect(await done).toEqual({ valid: false, errors: 1, first: { id: "r7", key: "n", message: "不可用" } });
});

test("a question that fails is an error of its cell, not a crash", async () => {
  const failing: AsyncCellTest = () => Promise.reject(new Error("network"));
  const store = storeOf([{ key: "n", checks: [{ kind: "async", test: failing }] }], [{ n: "a" }]);
  expect((await store.validate()).first?.message).toBe("校验没有完成，请重试");
});

test("checking all rows pauses after 8 ms of work and takes in what changes meanwhile", async () => {
  let now = 0;
  const pauses: number[] = [];
  /** One cell takes a millisecond. */
  const slow: CellTest = (value) => {
    now += 1;
    return value === "bad" ? "错" : undefined;
  };
  const store = storeOf(
    [{ key: "n", checks: [{ kind: "test", test: slow }] }],
    Array.from({ length: 100 }, () => ({ n: "ok" })),
  );
  const result = await store.validate({
    clock: () => now,
    pause: async () => {
      pauses.push(now);
      if (pauses.length === 1) {
        store.set("r0", "n", "bad");
        store.insert([{ n: "bad" }]);
        store.remove(["r99"]);
      }
    },
  });
  expect(pauses[0]).toBe(8);
  expect(pauses.length).toBeGreaterThanOrEqual(12);
  expect(result.errors).toBe(2);
  expect(result.first?.id).toBe("r0");
});

test("the checks of a model's field: required, type, unique, patterns and expressions", async () => {
  const model = aModel({
    code: { type: "string", title: "编号", unique: true, maxLength: 4, rules: [{ pattern: "z" }] },
    qty: {
      type: "integer",
      title: "数量",
      minimum: 1,
      rules: [{ expr: "{{ row.qty % 2 == 0 }}", message: "须为偶数" }],
    },
    mobile: {
      type: "string",
      title: "手机号",
      rules: [{ pattern: "*" }, { pattern: "m" }, { pattern: "only", message: "手机号重复" }],
    },
  });
  const columns = [...model.fields.values()]
    .filter((field) => !field.system)
    .map((field) => ({
      key: field.name,
      checks: cellChecks(field, { scopeOf: (row) => ({ row }), isRequired: field.name === "code" }),
    }));
  const store = storeOf(columns, [
    { code: "1", qty: 2, mobile: "13800138000" },
    { code: "", qty: 0, mobile: "" },
    { code: "1", qty: 3, mobile: "13800138000" },
    { code: "12345", qty: "x", mobile: "1" },
    { code: "a", qty: null, mobile: "19912345678" },
  ]);
  await store.validate();
  const errors = (key: string) => store.order.map((id) => store.error(id, key));
  expect(errors("code")).toEqual(["编号不能重复", "请输入编号", "编号不能重复", "最大长度4位字符", "请输入整数"]);
  expect(errors("qty")).toEqual([undefined, "不能小于 1", "须为偶数", "请输入整数", undefined]);
  expect(errors("mobile")).toEqual(["手机号重复", "请输入手机号", "手机号重复", "请输入正确手机号", undefined]);
});

test("TBL-16 rules are tried in the order in which they are written, each with its own words", async () => {
  const errorsWith = async (rules: readonly Rule[]) => {
    const field = aModel({ x: { type: "string", title: "编码", rules } }).fields.get("x");
    if (!field) throw new Error("no field");
    const checks = cellChecks(field, { scopeOf: (row) => ({ row }), isRequired: false });
    const store = storeOf([{ key: "x", checks }], [{ x: "" }, { x: "1" }, { x: "1" }]);
    await store.validate();
    return store.order.map((id) => store.error(id, "x"));
  };
  const given: readonly Rule[] = [
    { pattern: "*", message: "编码不能空着" },
    { pattern: "s", message: "只能是字母" },
    { pattern: "only", message: "编码重复" },
  ];
  const [notEmpty, letters, only] = given as readonly [Rule, Rule, Rule];
  expect(await errorsWith([notEmpty, letters, only])).toEqual(["编码不能空着", "只能是字母", "只能是字母"]);
  expect(await errorsWith([only, letters, notEmpty])).toEqual(["编码不能空着", "编码重复", "编码重复"]);
  expect(await errorsWith([letters])).toEqual([undefined, "只能是字母", "只能是字母"]);
});

test("a number outside bounds that came after it stays; another one in its cell is refused", async () => {
  const field = aModel({ x: { type: "number", title: "数量", maximum: 9 } }).fields.get("x");
  if (!field) throw new Error("no field");
  const openedRow = () => ({ x: 50 });
  const store = storeOf(
    [{ key: "x", checks: cellChecks(field, { scopeOf: (row) => ({ row }), isRequired: false, openedRow }) }],
    [{ x: 50 }, { x: 51 }],
  );
  await store.validate();
  expect(store.order.map((id) => store.error(id, "x"))).toEqual([undefined, "不能大于 9"]);
});

test("a stored check rule is asked once per value", async () => {
  const field = aModel({ x: { type: "string", title: "名称", rules: [{ checkRule: "no_bad" }] } }).fields.get("x");
  if (!field) throw new Error("no field");
  const ask = vi.fn(async (value: unknown) => (value === "bad" ? "不符合规则" : undefined));
  const checks = cellChecks(field, { scopeOf: (row) => ({ row }), isRequired: false, checkRule: () => ask });
  const store = storeOf([{ key: "x", checks }], [{ x: "bad" }, { x: "" }]);
  expect((await store.validate()).first?.message).toBe("不符合规则");
  expect(ask).toHaveBeenCalledTimes(1);
});
