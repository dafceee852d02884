import { numberOf, roundTo, sumOf } from "./decimal.ts";
import { anyNumber, type CallContext, type ExpressionFunction } from "./function-types.ts";
import { charge } from "./limits.ts";
import { itemsOf, readKey } from "./read.ts";

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== "";

/** The values of `f(list)` or `f(list, 'column')`; undefined when the first argument is no list. */
function columnOf([list, column]: readonly unknown[]): readonly unknown[] | undefined {
  const items = itemsOf(list);
  if (!items) return undefined;
  if (column !== undefined) charge(items.length);
  return column === undefined ? items : items.map((item) => readKey(item, column));
}

const numbersOf = (values: readonly unknown[]): number[] =>
  values.map(numberOf).filter((value): value is number => value !== null);

function extreme(args: readonly unknown[], sign: 1 | -1): unknown {
  const values = (columnOf(args) ?? args).filter(isGiven);
  const numbers = numbersOf(values);
  if (numbers.length === values.length) {
    if (numbers.length === 0) return null;
    return numbers.reduce((best, value) => (value * sign > best * sign ? value : best));
  }
  const texts = values.filter((value) => typeof value === "string");
  if (texts.length !== values.length) return null;
  return texts.reduce((best, text) => ((sign > 0 ? text > best : text < best) ? text : best));
}

const rounding =
  (direction: "half-up" | "down" | "up") =>
  ([value, places]: readonly unknown[], _context: CallContext): number | null => {
    const number = numberOf(value);
    const kept = places === undefined ? 0 : numberOf(places);
    return number === null || kept === null ? null : roundTo(number, kept, direction);
  };

export const numberFunctions: readonly ExpressionFunction[] = [
  {
    name: "round",
    arity: [1, 2],
    signature: "round(数, 小数位=0)",
    title: "四舍五入",
    description: "按十进制四舍五入，负数按绝对值；空值为空。",
    examples: [
      { expression: "round(1.005, 2)", result: 1.01 },
      { expression: "round(-2.5)", result: -3 },
      { expression: "round(1250, -2)", result: 1300 },
    ],
    run: rounding("half-up"),
  },
  {
    name: "floor",
    arity: [1, 2],
    signature: "floor(数, 小数位=0)",
    title: "向下取整",
    description: "不大于它的最近的数。",
    examples: [
      { expression: "floor(-1.2)", result: -2 },
      { expression: "floor(1.239, 2)", result: 1.23 },
    ],
    run: rounding("down"),
  },
  {
    name: "ceil",
    arity: [1, 2],
    signature: "ceil(数, 小数位=0)",
    title: "向上取整",
    description: "不小于它的最近的数。",
    examples: [
      { expression: "ceil(1.2)", result: 2 },
      { expression: "ceil(1.231, 2)", result: 1.24 },
    ],
    run: rounding("up"),
  },
  {
    name: "abs",
    arity: [1, 1],
    signature: "abs(数)",
    title: "绝对值",
    description: "去掉负号；空值为空。",
    examples: [{ expression: "abs(-3.5)", result: 3.5 }],
    run: ([value]) => {
      const number = numberOf(value);
      return number === null ? null : Math.abs(number);
    },
  },
  {
    name: "min",
    arity: [1, anyNumber],
    signature: "min(值, …) 或 min(列表, 列名?)",
    title: "最小",
    description: "最小的数，或最早的日期文本；跳过空值，全空为空。",
    examples: [
      { expression: "min(3, 1, null)", result: 1 },
      {
        expression: "min(rows, 'day')",
        scope: { rows: [{ day: "2026-03-01" }, { day: "2026-01-31" }] },
        result: "2026-01-31",
      },
    ],
    columnArgument: 1,
    run: (args) => extreme(args, -1),
  },
  {
    name: "max",
    arity: [1, anyNumber],
    signature: "max(值, …) 或 max(列表, 列名?)",
    title: "最大",
    description: "最大的数，或最晚的日期文本；跳过空值，全空为空。",
    examples: [
      { expression: "max(-5, 0)", result: 0 },
      { expression: "max([2, 10, 9])", result: 10 },
    ],
    columnArgument: 1,
    run: (args) => extreme(args, 1),
  },
  {
    name: "sum",
    arity: [1, 2],
    signature: "sum(列表, 列名?)",
    title: "合计",
    description: "列表或某列的合计，按分（整数）累加；跳过空值和非数字；不是列表时为空。",
    examples: [
      {
        expression: "sum(rows, 'amount')",
        scope: { rows: [{ amount: 0.1 }, { amount: 0.2 }, { amount: null }] },
        result: 0.3,
      },
      { expression: "sum([])", result: 0 },
      { expression: "sum(null)", result: null },
    ],
    columnArgument: 1,
    run: (args) => {
      const values = columnOf(args);
      return values ? sumOf(numbersOf(values)) : null;
    },
  },
  {
    name: "avg",
    arity: [1, 2],
    signature: "avg(列表, 列名?)",
    title: "平均",
    description: "合计除以有值的项数；没有值时为空。",
    examples: [{ expression: "avg([1, 2, null])", result: 1.5 }],
    columnArgument: 1,
    run: (args) => {
      const numbers = numbersOf(columnOf(args) ?? []);
      const total = sumOf(numbers);
      return numbers.length === 0 || total === null ? null : Number((total / numbers.length).toPrecision(15));
    },
  },
  {
    name: "count",
    arity: [1, 2],
    signature: "count(列表, 列名?)",
    title: "个数",
    description: "列表的项数；给出列名时只数这一列有值的行；不是列表时为空。",
    examples: [
      { expression: "count(rows)", scope: { rows: [{}, {}] }, result: 2 },
      { expression: "count(rows, 'a')", scope: { rows: [{ a: 1 }, { a: null }, { a: "" }] }, result: 1 },
    ],
    columnArgument: 1,
    run: (args) => {
      const values = columnOf(args);
      if (!values) return null;
      return args[1] === undefined ? values.length : values.filter(isGiven).length;
    },
  },
  {
    name: "toNumber",
    arity: [1, 1],
    signature: "toNumber(值)",
    title: "转数字",
    description: "数字文本变为数；不是数字时为空。",
    examples: [
      { expression: "toNumber(' 12.50 ')", result: 12.5 },
      { expression: "toNumber('12元')", result: null },
    ],
    run: ([value]) => (typeof value === "boolean" ? Number(value) : numberOf(value)),
  },
];
