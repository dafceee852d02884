import type { MetaSchema } from "../meta-schema.ts";
import { byKey, described, docId, fieldName, mapOf, number, object, oneOf, ref, text, textOr } from "./build.ts";

const named = (title: string, pattern: string, description: string): MetaSchema => ({
  title,
  type: "string",
  pattern,
  description,
});

/** The kinds of text and the small values that every other fragment is made of; `title` keys the message table. */
export const words: Readonly<Record<string, MetaSchema>> = {
  text: {
    title: "plain",
    type: "string",
    not: { pattern: "\\{\\{|^$" },
    description: "纯文本，不求值，不能写 {{ }}",
  },
  expr: named("expr", "^\\{\\{[\\s\\S]{1,1996}\\}\\}$", "整个值是一个表达式：{{ … }}"),
  boolExpr: { ...textOr(ref("expr"), { type: "boolean" }), description: "true、false 或表达式" },
  template: named("template", "^[\\s\\S]{1,2000}$", "文本，其中可以有 {{ 表达式 }}"),
  docId: named("docId", "^[a-z][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)+$", "文档标识 = schemas/ 下的路径，不带后缀"),
  fieldName: named("fieldName", "^[A-Za-z_][A-Za-z0-9_]{0,63}$", "字段的线上名称"),
  column: named("column", "^[a-z][a-z0-9_]{0,62}$", "数据库列名：小写字母、数字、下划线"),
  key: named("key", "^[a-z][A-Za-z0-9]*$", "键名：小写字母开头"),
  permission: named("permission", "^[A-Za-z0-9_-]+(:[A-Za-z0-9_-]+)+$", "权限编码，例如 store:order:add"),
  permissionPrefix: named("permission", "^[A-Za-z0-9_-]+(:[A-Za-z0-9_-]+)*$", "权限编码的前半，例如 store:order"),
  url: named("url", "^/[A-Za-z0-9_/:.-]*$", "本站接口路径（不带 /api 前缀）"),
  endpoint: named("endpoint", "^(GET|POST|PUT|DELETE) /", "方法和路径，例如 GET /sys/user/list"),
  width: { type: "integer", minimum: 40, maximum: 2000, description: "像素" },
  json: { description: "任意 JSON 值；文本值可以是表达式" },
  pair: {
    type: "array",
    items: { type: ["string", "number", "boolean"] },
    minItems: 2,
    maxItems: 2,
    description: "[开, 关]",
  },
  sortKey: object(
    { field: described(fieldName, "按哪个字段"), order: described({ enum: ["asc", "desc"] }, "升序或降序") },
    ["field", "order"],
  ),
  jsonSchema: {
    ...textOr(oneOf("model", "screen", "data", "screen-test"), { type: "object" }),
    description: "JSON Schema（draft-07），或本系统一种文档的名称",
  },
  uploadUse: named("uploadUse", "^[a-z][a-z0-9-]{0,49}$", "上传用途（system/upload-kind）的编码"),
  dict: {
    ...textOr(
      named("dictCode", "^[A-Za-z][A-Za-z0-9_]*$", "字典编码"),
      byKey(
        "report",
        object(
          {
            report: named("reportCode", "^[A-Za-z][A-Za-z0-9_]*$", "以这张在线报表的行作字典，最多 1000 行"),
            value: described(text, "存的列；缺省：报表的返回值字段，没有则第一列"),
            text: described(text, "显示的列；缺省：报表的返回文本字段，没有则第二列"),
          },
          ["report"],
        ),
        object(
          {
            model: described(docId, "以这个模型的行作字典"),
            text: described(fieldName, "显示的字段；缺省：该模型的 titleField"),
            value: described(fieldName, "存的字段；缺省 id"),
            where: described(mapOf({ type: ["string", "number", "boolean"] }, fieldName), "只用符合条件的行"),
          },
          ["model"],
        ),
      ),
    ),
    description: "字典编码，或以某个模型、某张报表的行作字典",
  },
  weight: { ...number, exclusiveMinimum: 0 },
};
