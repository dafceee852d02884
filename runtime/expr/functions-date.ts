import {
  addUnits,
  dateText,
  formatMoment,
  momentText,
  parseMoment,
  type TimeUnit,
  timeUnits,
  unitsBetween,
} from "./calendar.ts";
import { numberOf } from "./decimal.ts";
import type { CallContext, ExpressionFunction } from "./function-types.ts";
import { boundedText } from "./limits.ts";
import { readKey } from "./read.ts";
import { formatNumber, textOf } from "./text.ts";

const unitOf = (value: unknown): TimeUnit | undefined =>
  value === undefined ? "day" : timeUnits.find((unit) => unit === value);

const nowOf = ({ scope }: CallContext) => parseMoment(readKey(scope, "now"));

const exampleNow = { now: "2026-11-21 14:32:05" };

export const dateFunctions: readonly ExpressionFunction[] = [
  {
    name: "today",
    arity: [0, 0],
    readsScope: true,
    signature: "today()",
    title: "今天",
    description: "业务时区的今天，yyyy-MM-dd。",
    examples: [{ expression: "today()", scope: exampleNow, result: "2026-11-21" }],
    run: (_args, context) => {
      const now = nowOf(context);
      return now ? dateText(now) : null;
    },
  },
  {
    name: "now",
    arity: [0, 0],
    readsScope: true,
    signature: "now()",
    title: "现在",
    description: "业务时区的现在，yyyy-MM-dd HH:mm:ss；与根 now 相同。",
    examples: [{ expression: "now()", scope: exampleNow, result: "2026-11-21 14:32:05" }],
    run: (_args, context) => {
      const now = nowOf(context);
      return now ? momentText({ ...now, timed: true }) : null;
    },
  },
  {
    name: "date",
    arity: [1, 3],
    signature: "date(日期时间) 或 date(年, 月, 日)",
    title: "日期",
    description: "取日期部分，或由年月日组成日期；不存在的日期为空。",
    examples: [
      { expression: "date('2026-11-21 14:32:05')", result: "2026-11-21" },
      { expression: "date(2026, 2, 28)", result: "2026-02-28" },
      { expression: "date(2026, 2, 30)", result: null },
    ],
    run: (args) => {
      const [first, month, day] = args;
      const numbers = [first, month ?? 1, day ?? 1].map(numberOf);
      const text =
        args.length === 1
          ? first
          : numbers.map((part, index) => String(part ?? "").padStart(index === 0 ? 4 : 2, "0")).join("-");
      const moment = parseMoment(text);
      return moment ? dateText(moment) : null;
    },
  },
  {
    name: "dateAdd",
    arity: [2, 3],
    signature: "dateAdd(日期, 数量, 单位='day')",
    title: "日期加减",
    description:
      "单位为 year、quarter、month、week、day、hour、minute、second；月末按较短的月份截止。日期加时分秒得到日期时间。",
    examples: [
      { expression: "dateAdd('2026-01-31', 1, 'month')", result: "2026-02-28" },
      { expression: "dateAdd(today(), -30, 'day')", scope: exampleNow, result: "2026-10-22" },
      { expression: "dateAdd('2026-11-21 23:30:00', 45, 'minute')", result: "2026-11-22 00:15:00" },
    ],
    run: ([value, amount, unit]) => {
      const moment = parseMoment(value);
      const count = numberOf(amount);
      const known = unitOf(unit);
      const moved = moment && count !== null && known ? addUnits(moment, count, known) : null;
      return moved ? momentText(moved) : null;
    },
  },
  {
    name: "dateDiff",
    arity: [2, 3],
    signature: "dateDiff(起, 止, 单位='day')",
    title: "日期相差",
    description: "从起到止的整单位数，止早于起时为负。",
    examples: [
      { expression: "dateDiff('2026-01-01', '2026-03-01')", result: 59 },
      { expression: "dateDiff('2026-01-31', '2026-02-28', 'month')", result: 1 },
      { expression: "dateDiff('2026-03-01', '2026-01-01', 'week')", result: -8 },
    ],
    run: ([from, to, unit]) => {
      const start = parseMoment(from);
      const end = parseMoment(to);
      const known = unitOf(unit);
      return start && end && known ? unitsBetween(start, end, known) : null;
    },
  },
  {
    name: "format",
    arity: [2, 2],
    signature: "format(数或日期, 样式)",
    title: "格式",
    description: "数字样式如 #,##0.00；日期样式由 yyyy、MM、dd、HH、mm、ss 组成。空值为空文本，其他文本原样返回。",
    examples: [
      { expression: "format(1234567.5, '#,##0.00')", result: "1,234,567.50" },
      { expression: "format('2026-11-21', 'yyyy年M月d日')", result: "2026年11月21日" },
    ],
    run: ([value, pattern]) => {
      const shape = boundedText(textOf(pattern));
      const moment = parseMoment(value);
      if (moment) return boundedText(formatMoment(moment, shape));
      const number = numberOf(value);
      return number === null ? textOf(value) : formatNumber(number, shape);
    },
  },
];
