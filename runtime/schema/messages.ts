/** Chinese texts of the shape diagnostics; the places that fill them in are in `shape.ts` and `parse-document.ts`. */

export const quoted = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
};

export const withSuggestion = (message: string, suggestion: string | undefined): string =>
  suggestion === undefined ? message : `${message}，是否想写 ${quoted(suggestion)}？`;

/** Words that the language had and has no use for any more, by the place where they stood: why nothing is lost. */
const retiredKeys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  table: { virtual: "表格只取、只画当前一页的行，不需要它，请删去" },
};

/** Keys that a message lists; more than these nobody reads there. */
const mostKeys = 8;

/** @param possible keys that may still be written there, those that are missing first */
export const unknownKeyMessage = (
  key: string,
  place: string | number | undefined,
  possible: readonly string[],
): string => {
  const words = retiredKeys[String(place ?? "")];
  if (words && Object.hasOwn(words, key)) return `未知属性 ${quoted(key)}：${words[key]}`;
  const list = possible.slice(0, mostKeys).join("、");
  const rest = possible.length > mostKeys ? " 等" : "";
  return `未知属性 ${quoted(key)}${list === "" ? "" : `，这里可以写 ${list}${rest}`}`;
};

export const typeNames: Readonly<Record<string, string>> = {
  string: "文本",
  integer: "整数",
  number: "数字",
  boolean: "true 或 false",
  array: "数组 [ … ]",
  object: "对象 { … }",
  null: "null",
};

/** What a text with a `title` in the meta-schema must look like. */
export const formExplanations: Readonly<Record<string, string>> = {
  plain: "是纯文本，不能为空，也不能写 {{ }}",
  expr: "须是一个完整的表达式 {{ … }}",
  template: "不能为空，也不能超过 2000 个字符",
  docId: "不是文档标识（例如 store/store-order）",
  fieldName: "不是字段名（字母或下划线开头，只含字母、数字、下划线，最多 64 个）",
  permission: "不是权限编码（例如 store:order:add）",
  url: "不是本站接口路径（以 / 开头，不带域名和 /api）",
  endpoint: "须写成“方法 /路径”，例如 GET /sys/user/list",
  column: "不是列名（小写字母开头，只含小写字母、数字、下划线，最多 63 个）",
  key: "不是键名（小写字母开头，只含字母、数字）",
  menu: "不是菜单标识",
  dictCode: "不是字典编码",
  uploadUse: "不是上传用途的编码（小写字母开头，只含小写字母、数字、减号，最多 50 个）",
  route: "不是控制台的地址（以 / 开头）",
  component: "不是页面名（例如 monitor/redis）",
};

export const syntaxMessages: Readonly<Record<number, string>> = {
  1: "这里有不认识的字符",
  2: "数字写法不对",
  3: "这里缺少属性名",
  4: "这里缺少值",
  5: "属性名后缺少冒号",
  6: "这里缺少逗号，或上一行多了逗号",
  7: "缺少右花括号 }",
  8: "缺少右方括号 ]",
  9: "文件结尾之后还有内容",
  10: "JSON 里不能写注释",
  11: "注释没有结束",
  12: "文本没有结束的引号",
  13: "数字不完整",
  14: "转义 \\u 后须有四位十六进制数",
  15: "不认识的转义",
  16: "文本里不能直接写换行或控制字符",
};

/** Names of the unions whose tags are renderers, by definition name in the meta-schema. */
export const rendererUnions: Readonly<Record<string, string>> = {
  cell: "单元格",
  editor: "控件",
  action: "动作",
  panel: "面板",
};
