import { anyNumber, type ExpressionFunction } from "./function-types.ts";
import { boundedText, charge } from "./limits.ts";
import { isEqual, isTruthy } from "./operators.ts";
import { isPlainObject, itemsOf, jsonValue, readKey } from "./read.ts";
import { jsonText, textOf } from "./text.ts";

/** Text of one value in a dictionary: `{ "1": "启用" }` or `[{ "value": "1", "text": "启用" }]`. */
function dictEntry(dict: unknown, value: string): string | undefined {
  if (isPlainObject(dict)) {
    const text = readKey(dict, value);
    return text === undefined ? undefined : textOf(text);
  }
  const option = itemsOf(dict)?.find((item) => textOf(readKey(item, "value")) === value);
  return option === undefined ? undefined : textOf(readKey(option, "text") ?? readKey(option, "label"));
}

const includesText = (list: unknown, code: unknown): boolean =>
  typeof code === "string" && (itemsOf(list)?.some((item) => isEqual(item, code)) ?? false);

export const valueFunctions: readonly ExpressionFunction[] = [
  {
    name: "if",
    arity: [2, 3],
    signature: "if(条件, 真值, 假值?)",
    title: "如果",
    description: "与 条件 ? 真值 : 假值 相同；没有假值时为空。",
    examples: [{ expression: "if(1 > 2, '是', '否')", result: "否" }],
    run: ([test, then, otherwise]) => (isTruthy(test) ? then : (otherwise ?? null)),
  },
  {
    name: "coalesce",
    arity: [1, anyNumber],
    signature: "coalesce(值, …)",
    title: "第一个有值的",
    description: "第一个既不为空也不是空文本的值；都没有时为空。",
    examples: [{ expression: "coalesce(null, '', 0, 1)", result: 0 }],
    run: (values) => values.find((value) => value !== null && value !== undefined && value !== "") ?? null,
  },
  {
    name: "filter",
    arity: [3, 3],
    signature: "filter(列表, 列名, 值)",
    title: "筛选",
    description: "这一列等于此值的各行；不是列表时为空。",
    examples: [{ expression: "count(filter(rows, 'a', 1))", scope: { rows: [{ a: 1 }, { a: 2 }] }, result: 1 }],
    run: ([list, column, value]) =>
      itemsOf(list)?.filter((item) => isEqual(readKey(item, column), value ?? null)) ?? null,
  },
  {
    name: "without",
    arity: [2, 2],
    signature: "without(列表, 列表)",
    title: "减去",
    description: "前一个列表中，后一个列表没有的各项；前者不是列表时为空。",
    examples: [{ expression: "without(['1', '2'], ['2', '3'])", result: ["1"] }],
    run: ([list, others]) =>
      itemsOf(list)?.filter((item) => !itemsOf(others)?.some((other) => isEqual(item, other))) ?? null,
  },
  {
    name: "dictText",
    arity: [2, 2],
    readsScope: true,
    signature: "dictText(字典编码, 值)",
    title: "字典文本",
    description: "字典项的文本，多个值用逗号分隔；没有这一项时原样返回。字典随作用域的 dicts 给出。",
    examples: [
      {
        expression: "dictText('sex', '1,2')",
        scope: {
          dicts: {
            sex: [
              { value: "1", text: "男" },
              { value: "2", text: "女" },
            ],
          },
        },
        result: "男,女",
      },
    ],
    run: ([code, value], { scope }) => {
      const dict = readKey(readKey(scope, "dicts"), code);
      const text = textOf(value);
      if (text === "") return "";
      return (
        dictEntry(dict, text) ??
        text
          .split(",")
          .map((part) => dictEntry(dict, part) ?? part)
          .join(",")
      );
    },
  },
  {
    name: "hasPerm",
    arity: [1, 1],
    readsScope: true,
    signature: "hasPerm(权限编码)",
    title: "有权限",
    description: "当前用户有这一权限编码。",
    examples: [
      { expression: "hasPerm('store:order:fee')", scope: { perms: ["store:order:fee"] }, result: true },
      { expression: "hasPerm('store:order:fee')", scope: {}, result: false },
    ],
    run: ([code], { scope }) =>
      includesText(readKey(scope, "perms"), code) || includesText(readKey(readKey(scope, "user"), "perms"), code),
  },
  {
    name: "hasRole",
    arity: [1, 1],
    readsScope: true,
    signature: "hasRole(角色编码)",
    title: "有角色",
    description: "当前用户有这一角色编码。",
    examples: [{ expression: "hasRole('clerk')", scope: { user: { roles: ["clerk"] } }, result: true }],
    run: ([code], { scope }) => includesText(readKey(readKey(scope, "user"), "roles"), code),
  },
  {
    name: "toText",
    arity: [1, 1],
    signature: "toText(值)",
    title: "转文本",
    description: "空值为空文本，列表用逗号连接，对象为 JSON。",
    examples: [
      { expression: "toText(12.5)", result: "12.5" },
      { expression: "toText([1, 'a'])", result: "1,a" },
    ],
    run: ([value]) => textOf(value),
  },
  {
    name: "json",
    arity: [1, 1],
    signature: "json(值)",
    title: "JSON 文本",
    description: "把值写成 JSON 文本。",
    examples: [{ expression: "json(row)", scope: { row: { a: [1, null] } }, result: '{"a":[1,null]}' }],
    run: ([value]) => jsonText(value),
  },
  {
    name: "fromJson",
    arity: [1, 1],
    signature: "fromJson(JSON 文本)",
    title: "读 JSON 文本",
    description: "文本写的值；不是 JSON 文本时为空。",
    examples: [
      { expression: `fromJson('{"a":[1]}').a`, result: [1] },
      { expression: "fromJson('{a}')", result: null },
    ],
    run: ([text]) => parsed(textOf(text)),
  },
];

function parsed(text: string): unknown {
  charge(boundedText(text).length);
  try {
    return jsonValue(JSON.parse(text));
  } catch {
    return null;
  }
}
