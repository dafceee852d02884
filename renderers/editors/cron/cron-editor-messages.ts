import type { CronPartName } from "../../../runtime/cron/cron-parts.ts";
import { inLanguage } from "../../../runtime/language/language.ts";

/** Texts of the cron editor. */
export const chineseCronEditor = {
  title: "Cron 表达式",
  open: "编辑 Cron 表达式",
  placeholder: "请输入 Cron 表达式",
  parts: { second: "秒", minute: "分", hour: "时", day: "日", month: "月", week: "周", year: "年" } satisfies Record<
    CronPartName,
    string
  >,
  units: { second: "秒", minute: "分", hour: "时", day: "日", month: "月", week: "", year: "年" } satisfies Record<
    CronPartName,
    string
  >,
  every: {
    second: "每秒",
    minute: "每分",
    hour: "每小时",
    day: "每日",
    month: "每月",
    week: "每天",
    year: "每年",
  } satisfies Record<CronPartName, string>,
  stepUnits: {
    second: "秒",
    minute: "分",
    hour: "小时",
    day: "日",
    month: "个月",
    week: "天",
    year: "年",
  } satisfies Record<CronPartName, string>,
  none: "不指定",
  from: "从",
  startAt: "开始，每隔",
  runOnce: "执行一次",
  run: (every: string) => `，${every}执行`,
  to: "到",
  last: "每月最后一天",
  lastWorkday: "每月最后一个工作日",
  beforeLast: ["距月末", "日"],
  nearest: ["离", "日最近的工作日"],
  lastOf: "每月最后一个",
  nth: ["每月第", "个"],
  specific: {
    second: "指定秒（可多选）",
    minute: "指定分（可多选）",
    hour: "指定时（可多选）",
    day: "指定日期（可多选）",
    month: "指定月份（可多选）",
    week: "指定星期（可多选）",
    year: "指定年份（可多选）",
  } satisfies Record<CronPartName, string>,
  list: (text: string) => `按表达式：${text}`,
  start: "开始值",
  step: "间隔",
  rangeFrom: "范围开始",
  rangeTo: "范围结束",
  days: "天数",
  day: "日期",
  weekday: "星期",
  nthLabel: "第几个",
  next: (count: number) => `最近 ${count} 次执行时间`,
  never: "以后不会再执行",
  unreadable: "原表达式有误，确认后会被替换",
} as const;

export const cronEditorMessages = inLanguage("cronEditor", chineseCronEditor);
