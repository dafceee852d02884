import {
  columnNameFault,
  columnNameLimit,
  tableNameFault,
  tableNameLimit,
} from "../../../runtime/online-forms/names.ts";

/** Words that columns are usually called in English. */
const usual: Readonly<Record<string, string>> = {
  名称: "name",
  姓名: "name",
  编号: "code",
  编码: "code",
  标题: "title",
  内容: "content",
  备注: "remark",
  状态: "status",
  类型: "type",
  日期: "date",
  时间: "time",
  数量: "quantity",
  金额: "amount",
  单价: "price",
  价格: "price",
  性别: "gender",
  年龄: "age",
  生日: "birthday",
  手机号: "mobile",
  手机: "mobile",
  电话: "phone",
  邮箱: "email",
  身份证号: "id_card",
  网址: "website",
  地址: "address",
  地区: "area",
  部门: "depart",
  人员: "member",
  负责人: "owner",
  图片: "picture",
  照片: "photo",
  附件: "attachment",
};

interface NameOptions {
  readonly isTable: boolean;
  readonly taken: ReadonlySet<string>;
}

/**
 * A name that a table or a column may have, from what people call it: the usual word, else pinyin by syllables, else
 * its first letters where that is too long. A number follows where the name is taken.
 *
 * @returns empty for a text without letters
 */
export async function proposeName(text: string, { isTable, taken }: NameOptions): Promise<string> {
  const limit = (isTable ? tableNameLimit : columnNameLimit) - 3;
  const plain = usual[text.trim()] ?? (await spelt(text.trim().slice(0, 100), limit));
  if (plain === "") return "";
  const begun = /^[a-z]/.test(plain) ? plain : `f_${plain}`.slice(0, limit);
  const fault = isTable ? tableNameFault(begun) : columnNameFault(begun);
  const name = fault === undefined ? begun : `${isTable ? "t" : "f"}_${begun}`.slice(0, limit);
  if (!taken.has(name)) return name;
  for (let count = 2; ; count += 1) if (!taken.has(`${name}_${count}`)) return `${name}_${count}`;
}

async function spelt(text: string, limit: number): Promise<string> {
  const { pinyin } = await import("pinyin-pro");
  const options = { toneType: "none", type: "array", nonZh: "consecutive", v: true } as const;
  const join = (parts: readonly string[], between: string) =>
    parts
      .map((part) => part.toLowerCase().replace(/[^a-z0-9]+/g, "_"))
      .join(between)
      .replace(/_+/g, "_")
      .replace(/^_|_$/g, "");
  const whole = join(pinyin(text, options), "_");
  if (whole.length <= limit) return whole;
  return join(pinyin(text, { ...options, pattern: "first" }), "").slice(0, limit);
}
