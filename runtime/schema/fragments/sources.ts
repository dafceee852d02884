import {
  count,
  described,
  docId,
  fieldName,
  flag,
  json,
  list,
  mapOf,
  object,
  oneOf,
  ref,
  text,
  textOr,
} from "./build.ts";

const endpoint = (text: string) => described(ref("endpoint"), text);
const limit = described(count, "最多几行");
const params = described(mapOf(json), "参数，值可以是表达式");
/** Also what rows of another model are picked under. */
export const where = described(mapOf(json, fieldName), "固定的条件，值可以是表达式");
/** Where rows come from, by `type`. */
export const sources = {
  model: object(
    { model: described(docId, "哪个模型"), where, sort: described(ref("sortKey"), "按哪个字段排序"), limit },
    ["model"],
  ),
  aggregate: object(
    {
      model: described(docId, "哪个模型"),
      where,
      groupBy: described(
        list(
          textOr(
            fieldName,
            object(
              {
                field: described(fieldName, "日期或时间字段"),
                by: described(oneOf("day", "month", "year"), "按天、按月还是按年；缺省 day"),
              },
              ["field"],
            ),
          ),
          1,
        ),
        "按哪些字段分组；日期可以按天、月、年",
      ),
      measures: described(
        mapOf(
          object(
            {
              op: described(oneOf("sum", "count", "max", "min", "avg"), "怎样汇总"),
              field: described(fieldName, "哪个字段；count 可以不写"),
              title: described(text, "列名和图例；缺省为字段的名称，没有字段时为模型的名称加“数”"),
            },
            ["op"],
          ),
          fieldName,
        ),
        "结果的列 → 汇总",
      ),
      limit,
    },
    ["model", "measures"],
  ),
  cgform: object({ code: described(text, "在线表单的表名") }, ["code"]),
  cgreport: object(
    {
      code: described(text, "在线报表的编码"),
      params,
      limit,
      draft: described(flag, "运行未发布的定义；须有设计权限"),
    },
    ["code"],
  ),
  static: object({ rows: described(list({ type: "object" }), "写在文档里的行") }, ["rows"]),
  rest: object({
    list: endpoint("查询列表"),
    get: endpoint("读取一行"),
    params,
    fields: described(ref("fields"), "行里有哪些字段；面板的名称和格式由此而来"),
  }),
};
