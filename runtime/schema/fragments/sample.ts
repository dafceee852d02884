import type { MetaSchema } from "../meta-schema.ts";
import {
  anyText,
  byKey,
  count,
  described,
  docId,
  expression,
  fieldName,
  flag,
  integer,
  json,
  list,
  mapOf,
  number,
  object,
  oneOf,
  type PropsSchema,
  ref,
  textOr,
  union,
} from "./build.ts";

const path: MetaSchema = { title: "path", type: "string", pattern: "^[A-Za-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*)*$" };
const moment: MetaSchema = {
  title: "moment",
  type: "string",
  pattern: "^([A-Za-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*)*)?([+-]?[0-9]+(\\.[0-9]+)?[mhdy])?$",
};
const moments = textOr(moment, list(moment, 1));
const generator = ref("generator");
const generators = mapOf(generator, fieldName);
const share: MetaSchema = { type: "number", exclusiveMinimum: 0, maximum: 1 };
const match = described(
  mapOf(
    { title: "path", type: "string", pattern: "^(([A-Za-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*)*)?|\\{\\{.+\\}\\})$" },
    fieldName,
  ),
  "目标字段 → 本行的路径，或算出来的值（{{ }}，row、master、now）：值相同的行；空 = 目标字段为空",
);
const where = described(
  mapOf({ type: ["string", "number", "boolean", "array"] }, fieldName),
  "目标字段 → 值，或几个值",
);
const oneOrMore = (one: MetaSchema): MetaSchema => ({ if: { type: "array" }, then: list(one, 1), else: one });
const weights = (length: number): MetaSchema => ({
  type: "array",
  items: { type: "number", minimum: 0 },
  minItems: length,
  maxItems: length,
});

/** What every generator may say beside its own properties. */
const common = {
  blank: described({ type: "number", minimum: 0, maximum: 1 }, "留空的比例"),
  when: described(expression, "为假时留空；row、master、now"),
};
const make = (
  properties: Readonly<Record<string, MetaSchema>>,
  required: readonly string[],
  description: string,
): PropsSchema => ({ ...object({ ...properties, ...common }, required), description });

const generatorTypes = {
  weights: make({ values: described(mapOf(ref("weight")), "值 → 权重") }, ["values"], "按权重取值"),
  range: make(
    {
      min: described(number, "从"),
      max: described(number, "到"),
      scale: described(count, "小数位"),
      times: described(path, "乘以这个值"),
      step: described({ type: "number", exclusiveMinimum: 0 }, "只取它的倍数"),
      median: described(number, "对数正态分布的中位数；缺省均匀"),
      sigma: described(number, "对数正态分布的 σ；缺省 0.6"),
      endings: described(list(number, 1), "小数部分只取这些，例如 0、0.8、0.9"),
    },
    ["min", "max"],
    "数",
  ),
  dates: make(
    {
      from: described(moments, "相对首次启动（-180d）或字段的值（createTime+3h）；几个时取最晚"),
      to: described(moments, "同上；几个时取最早；以字段为准的不晚于首次启动，除非 future"),
      future: described(flag, "以字段为准的可以晚于首次启动，例如到期日"),
      peak: described(moment, "最常见的时间"),
      growth: described(number, "每年的增长，0.25 = 四分之一"),
      months: described(weights(12), "各月的权重"),
      weekdays: described(weights(7), "周一至周日的权重"),
      hours: described(weights(24), "各小时的权重"),
    },
    ["from", "to"],
    "日期、时间",
  ),
  reference: make(
    {
      skew: described(oneOf("even", "few-many", "zipf", "gamma"), "均匀、对数正态、按名次、伽马（多数行很少）"),
      since: described(fieldName, "目标行的时间：越早的行越常被引用（按时长的平方根）"),
      unused: described(share, "从不被引用的目标行的比例"),
      max: described(count, "同一模型内：一行最多被引用几次"),
      depth: described(count, "同一模型内：最多几层"),
      where,
      match,
      near: described(
        list(object({ share: described(share, "比例"), match }, ["share", "match"]), 1),
        "一部分行偏爱某些目标",
      ),
    },
    [],
    "引用另一行；引用本模型时只取更早的行",
  ),
  pick: make({ values: described(list(anyText, 1), "从中取一个") }, ["values"], "任取一个"),
  sequence: make(
    {
      pattern: described(anyText, "例如 D{yyyyMMdd}{000001}；{A00} 为 A01…A99、B01…；{字段} 为值"),
      per: described(path, "每个值各自编号"),
    },
    ["pattern"],
    "连续编号",
  ),
  like: make(
    {
      kind: described(
        oneOf(
          "realname",
          "mobile",
          "idCard",
          "bankCard",
          "email",
          "company",
          "creditCode",
          "address",
          "area",
          "username",
          "sentence",
        ),
        "像什么",
      ),
      birthday: described(path, "身份证号里的生日"),
      sex: described(path, "姓名、身份证号里的性别"),
      area: described(path, "身份证号、信用代码里的地区"),
      city: described(anyText, "地区在这个市，例如 330100"),
    },
    ["kind"],
    "像真的一样的文字",
  ),
  copy: make({ from: described(path, "经过引用的路径，例如 storeId.companyId") }, ["from"], "抄另一行的值"),
  value: make({ value: described(json, "固定的值或表达式") }, ["value"], "一个值"),
  join: make({ parts: described(list(textOr(anyText, generator), 1), "文字或生成的值") }, ["parts"], "连成一段文字"),
  by: make(
    {
      field: described(path, "看哪个值"),
      cases: described(mapOf(generator), "值 → 怎样造"),
      else: described(generator, "其余"),
    },
    ["field", "cases"],
    "随另一个值而定",
  ),
  age: make(
    {
      field: described(path, "看哪个时间"),
      steps: described(
        list(
          object({ below: described(count, "距首次启动不到几天"), then: described(generator, "怎样造") }, ["then"]),
          1,
        ),
        "第一个够用的为准",
      ),
    },
    ["field", "steps"],
    "随离今天多久而定",
  ),
  tier: make(
    {
      model: described(docId, "有门槛的行"),
      threshold: described(fieldName, "门槛"),
      value: described(fieldName, "本行的哪个值"),
      total: described(
        object({ field: described(fieldName, "加哪个字段"), per: described(fieldName, "谁的"), where: expression }, [
          "field",
          "per",
        ]),
        "同一主人更早各行之和",
      ),
    },
    ["model", "threshold"],
    "达到的最高一档",
  ),
  previous: make(
    {
      per: described(fieldName, "谁的：此值相同的行为一组"),
      value: described(expression, "before 是这一组的上一行，第一行时没有；row、master、now"),
      where: described(expression, "只有为真的行才算上一行"),
    },
    ["per", "value"],
    "接着同一主人的上一行",
  ),
  drawing: make(
    { of: described(path, "值是 drawings 的键"), variants: described(count, "几种画法；缺省 24") },
    ["of"],
    "画出来的图片（SVG，打开时才画，不占空间）",
  ),
  row: make(
    {
      model: described(docId, "哪个模型"),
      values: described(generators, "那一行的字段；路径从本行起"),
      take: described(fieldName, "取那一行的哪个字段"),
    },
    ["model", "values", "take"],
    "另造一行并引用它",
  ),
};

const targetRow = object({
  share: described(share, "多大比例有这一行"),
  every: described(
    object(
      {
        unit: described(oneOf("day", "month"), "每天、每月"),
        field: described(fieldName, "写在哪个字段：这一天，或这一月的第一天"),
        from: described(integer, "从首次启动起几天（月），之前为负"),
        to: described(integer, "到几天（月）"),
        step: described({ type: "integer", minimum: 1, default: 1 }, "每隔几天（月）"),
      },
      ["unit", "field", "from", "to"],
    ),
    "这段时间里每天或每月一行",
  ),
  keep: described(expression, "为假时不要这一行；row、master（目标行）、now"),
  fields: described(generators, "这一行的字段；master 是目标行"),
});

const eachRows = {
  where,
  min: described(
    mapOf(number, { pattern: "^[A-Za-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*)*$" }),
    "从目标行起的路径 → 它至少多大",
  ),
  share: described(share, "多大比例的目标行"),
  rows: described(list(ref("sampleTargetRow"), 1), "目标行各有哪些行"),
  else: described(list(ref("sampleTargetRow"), 1), "where、min、share 没有选中的目标行各有哪些行"),
};

/** How demonstration rows are made. */
export const sampleFragments: Readonly<Record<string, MetaSchema>> = {
  generator: union("type", generatorTypes),
  sampleTargetRow: targetRow,
  sampleEach: byKey(
    "model",
    object({ model: described(docId, "目标行的模型，本行不引用它"), ...eachRows }, ["model", "rows"]),
    object({ field: described(fieldName, "引用字段，它引用目标行"), ...eachRows }, ["field", "rows"]),
  ),
  drawing: object(
    {
      width: described(count, "宽度，像素；缺省 600"),
      height: described(count, "高度，像素；缺省 400"),
      colors: described(list({ type: "string", pattern: "^#[0-9a-f]{6}$" }, 2), "底色，从一种过渡到另一种"),
      shapes: described(
        list({ title: "path", type: "string", pattern: "^[MmLlHhVvCcSsQqTtAaZz0-9 ,.-]+$", maxLength: 2000 }, 1),
        "线条，SVG 路径，画在 24 × 24 的方格里",
      ),
    },
    ["colors", "shapes"],
  ),
  sample: object({
    drawings: described(mapOf(ref("drawing"), { pattern: "^[A-Za-z0-9_-]{1,30}$" }), "名称 → drawing 用的图样"),
    count: described(count, "造多少行"),
    large: described(count, "SEED_SCALE=large 时多少行"),
    each: described(oneOrMore(ref("sampleEach")), "不按总数，而是为每个目标行各造几行；写几项就依次造"),
    cases: described(
      list(
        object({ count: described(count, "多少行，在总数之内"), fields: described(generators, "不同的字段") }, [
          "count",
          "fields",
        ]),
        1,
      ),
      "特别的行",
    ),
    after: described(list(docId, 1), "在这些模型之后造；引用的模型不必写"),
    fields: described(generators, "字段 → 怎样造；其余按填值、抄写、计算、缺省值"),
    relations: described(
      mapOf(
        object(
          {
            weights: described(mapOf(ref("weight"), { pattern: "^[0-9]+$" }), "子行数 → 权重"),
            when: described(expression, "为假时没有子行；row、now"),
          },
          ["weights"],
        ),
        fieldName,
      ),
      "关系 → 子行数",
    ),
    finish: described(generators, "所有行和汇总完成之后再定的字段"),
    keep: described(expression, "所有行和汇总完成之后，为假的行不要；row、now"),
  }),
};
