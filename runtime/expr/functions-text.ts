import { anyNumber, type ExpressionFunction } from "./function-types.ts";
import { boundedText, expressionLimits, LimitError } from "./limits.ts";
import { isEqual } from "./operators.ts";
import { isPlainObject, itemsOf, readKey } from "./read.ts";
import { textOf } from "./text.ts";

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "";

export const textFunctions: readonly ExpressionFunction[] = [
  {
    name: "len",
    arity: [1, 1],
    signature: "len(值)",
    title: "长度",
    description: "文本的字数、列表的项数、对象的键数；空值为 0。",
    examples: [
      { expression: "len('订单😀')", result: 3 },
      { expression: "len(selection.keys)", scope: { selection: { keys: ["1", "2"] } }, result: 2 },
      { expression: "len(null)", result: 0 },
    ],
    run: ([value]) => {
      if (typeof value === "string") return [...boundedText(value)].length;
      if (Array.isArray(value)) return value.length;
      return isPlainObject(value) ? Object.keys(value).length : 0;
    },
  },
  {
    name: "lower",
    arity: [1, 1],
    signature: "lower(文本)",
    title: "转小写",
    description: "把英文字母变为小写。",
    examples: [{ expression: "lower('ABc')", result: "abc" }],
    run: ([value]) => boundedText(textOf(value)).toLowerCase(),
  },
  {
    name: "upper",
    arity: [1, 1],
    signature: "upper(文本)",
    title: "转大写",
    description: "把英文字母变为大写。",
    examples: [{ expression: "upper('aBc')", result: "ABC" }],
    run: ([value]) => boundedText(boundedText(textOf(value)).toUpperCase()),
  },
  {
    name: "trim",
    arity: [1, 1],
    signature: "trim(文本)",
    title: "去空白",
    description: "去掉首尾空白。",
    examples: [{ expression: "trim('  a b ')", result: "a b" }],
    run: ([value]) => boundedText(textOf(value).trim()),
  },
  {
    name: "contains",
    arity: [2, 2],
    signature: "contains(文本或列表, 值)",
    title: "包含",
    description: "文本中有这一段，或列表中有这一项；查找空值为假。逗号分隔的多选值请用 in。",
    examples: [
      { expression: "contains('上海浦东', '浦东')", result: true },
      { expression: "contains(['1','2'], '3')", result: false },
    ],
    run: ([value, part]) => {
      const items = itemsOf(value);
      if (items) return items.some((item) => isEqual(item, part));
      return !isEmpty(part) && textOf(value).includes(textOf(part));
    },
  },
  {
    name: "startsWith",
    arity: [2, 2],
    signature: "startsWith(文本, 开头)",
    title: "以…开头",
    description: "文本以这一段开头；开头为空值时为假。",
    examples: [{ expression: "startsWith('SO2611', 'SO')", result: true }],
    run: ([value, part]) => !isEmpty(part) && textOf(value).startsWith(textOf(part)),
  },
  {
    name: "endsWith",
    arity: [2, 2],
    signature: "endsWith(文本, 结尾)",
    title: "以…结尾",
    description: "文本以这一段结尾；结尾为空值时为假。",
    examples: [{ expression: "endsWith('a.png', '.png')", result: true }],
    run: ([value, part]) => !isEmpty(part) && textOf(value).endsWith(textOf(part)),
  },
  {
    name: "left",
    arity: [2, 2],
    signature: "left(文本, 字数)",
    title: "开头几个字",
    description: "文本开头的若干个字，不拆开表情符号；字数不大于 0 时为空文本。",
    examples: [
      { expression: "left('王小明', 1)", result: "王" },
      { expression: "left('😀好', 1)", result: "😀" },
      { expression: "left('王', -1)", result: "" },
    ],
    run: ([value, length]) => [...boundedText(textOf(value))].slice(0, Math.max(0, Number(length) || 0)).join(""),
  },
  {
    name: "join",
    arity: [1, 3],
    signature: "join(列表, 分隔=',', 列名?)",
    title: "连接",
    description: "把列表连成文本，跳过空值；给出列名时取每行的这一列。分隔缺省为英文逗号。",
    examples: [
      { expression: "join(['a',null,'b'], '、')", result: "a、b" },
      {
        expression: "join(rows, '/', 'name')",
        scope: { rows: [{ name: "甲" }, { name: "乙" }] },
        result: "甲/乙",
      },
    ],
    columnArgument: 2,
    run: ([list, separator, column]) => {
      const items = itemsOf(list) ?? [];
      const values = column === undefined ? items : items.map((item) => readKey(item, column));
      const parts = values.filter((value) => !isEmpty(value)).map(textOf);
      const glue = separator === undefined ? "," : textOf(separator);
      const length = parts.reduce((total, part) => total + part.length, glue.length * parts.length);
      if (length > 2 * expressionLimits.textLength)
        throw new LimitError(`文本超过 ${expressionLimits.textLength} 个字符`);
      return boundedText(parts.join(glue));
    },
  },
  {
    name: "split",
    arity: [1, 2],
    signature: "split(文本, 分隔=',')",
    title: "拆分",
    description: "把文本拆成列表；空文本为空列表。",
    examples: [
      { expression: "split('1,2')", result: ["1", "2"] },
      { expression: "split('a/b/c', '/')", result: ["a", "b", "c"] },
      { expression: "split(null)", result: [] },
    ],
    run: ([value, separator]) => {
      const text = textOf(value);
      if (text === "") return [];
      const parts = text.split(separator === undefined ? "," : textOf(separator), expressionLimits.items + 1);
      if (parts.length > expressionLimits.items) throw new LimitError(`列表超过 ${expressionLimits.items} 项`);
      return parts;
    },
  },
  {
    name: "replace",
    arity: [3, 3],
    signature: "replace(文本, 查找, 替换)",
    title: "替换",
    description: "替换所有出现的一段文本；查找的内容按原样理解，不是正则表达式。",
    examples: [{ expression: "replace('a.b.c', '.', '-')", result: "a-b-c" }],
    run: ([value, find, to]) => {
      const text = boundedText(textOf(value));
      const searched = textOf(find);
      if (searched === "") return text;
      const parts = text.split(searched);
      const by = textOf(to);
      if (text.length + by.length * (parts.length - 1) > 2 * expressionLimits.textLength) {
        throw new LimitError(`文本超过 ${expressionLimits.textLength} 个字符`);
      }
      return boundedText(parts.join(by));
    },
  },
  {
    name: "concat",
    arity: [1, anyNumber],
    signature: "concat(值, …)",
    title: "拼接",
    description: "把各个值按文本拼起来，空值为空文本。",
    examples: [{ expression: "concat(1, '-', null, 2)", result: "1-2" }],
    run: (values) => values.reduce<string>((text, value) => boundedText(text + textOf(value)), ""),
  },
];
