import { inLanguage } from "../language/language.ts";
import type { CronPartName } from "./cron-parts.ts";

const parts: Readonly<Record<CronPartName, string>> = {
  second: "秒",
  minute: "分",
  hour: "时",
  day: "日",
  month: "月",
  week: "周",
  year: "年",
};

/** Texts of cron expressions; of what is wrong, the first two are the recorded product's words, the others follow their form. */
export const chineseCronMessages = {
  parts,
  /** Index 1–7, 1 is Sunday. */
  weekdays: ["", "周日", "周一", "周二", "周三", "周四", "周五", "周六"],
  tooMany: "Cron表达式最多7项！",
  part: (name: CronPartName, text: string) => `Cron表达式参数[${parts[name]}]错误：${text}`,
  empty: "请输入Cron表达式",
  tooFew: (count: number) => `Cron表达式至少5项，现在是${count}项！`,
  tooLong: (limit: number) => `Cron表达式最长${limit}个字符！`,
  bothDays: "Cron表达式的日和周只能指定一个，另一个请用 ?",
  noDay: "Cron表达式的日和周不能都是 ?",
};

export const cronMessages = inLanguage("cron", chineseCronMessages);
