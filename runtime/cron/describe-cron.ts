import { inLanguage } from "../language/language.ts";
import { chineseCronMessages } from "./cron-messages.ts";
import { type Cron, type CronItem, type CronPart, type CronPartName, cronBounds, isSteady } from "./cron-parts.ts";

const two = (value: number): string => String(value).padStart(2, "0");
const joined = (texts: readonly string[]): string => texts.join("、");

const { parts: cronPartTitles, weekdays: weekdayTitles } = chineseCronMessages;

/** Units as they stand behind a value and behind a step. */
const valueUnit: Readonly<Record<CronPartName, string>> = {
  second: "秒",
  minute: "分",
  hour: "时",
  day: "日",
  month: "月",
  week: "",
  year: "年",
};
const stepUnit: Readonly<Record<CronPartName, string>> = {
  second: "秒",
  minute: "分钟",
  hour: "小时",
  day: "天",
  month: "个月",
  week: "天",
  year: "年",
};

const valueText = (name: CronPartName, value: number): string =>
  name === "week" ? (weekdayTitles[value] ?? String(value)) : `${value}${valueUnit[name]}`;

/**
 * A Chinese sentence of when an expression runs.
 *
 * @example describeInChinese(parseCron("0 30 2 ? * 2-6")) // "每周一至周五 02:30:00 执行"
 */
function describeInChinese(cron: Cron): string {
  const days = dayText(cron);
  const time = timeText(cron);
  const steady = days === "每天" && time.startsWith("每");
  return `${steady ? time : `${days} ${time}`}执行`.replace(/([\d])执行$/, "$1 执行");
}

function dayText(cron: Cron): string {
  const year = cron.year.mode === "every" ? "" : partText("year", cron.year);
  const month = cron.month.mode === "every" ? "" : partText("month", cron.month);
  const day = cron.week.mode === "none" ? monthDayText(cron.day) : weekText(cron.week);
  const every = month === "" && day !== "每天" && !day.startsWith("每周") ? "每月" : "";
  const joint = month !== "" && day.startsWith("每") ? "的" : "";
  return [year, `${every}${month}${joint}${day}`].filter((text) => text !== "").join(" ");
}

function monthDayText(part: CronPart): string {
  switch (part.mode) {
    case "every":
    case "none":
      return "每天";
    case "last":
      return "最后一天";
    case "lastWorkday":
      return "最后一个工作日";
    case "beforeLast":
      return `最后一天之前${part.days}天`;
    case "nearest":
      return `${part.day}日最近的工作日`;
    default:
      return partText("day", part);
  }
}

function weekText(part: CronPart): string {
  switch (part.mode) {
    case "every":
    case "none":
      return "每天";
    case "lastOf":
      return `最后一个${valueText("week", part.weekday)}`;
    case "nth":
      return `第${part.nth}个${valueText("week", part.weekday)}`;
    default:
      return `每${partText("week", part)}`;
  }
}

function partText(name: CronPartName, part: CronPart): string {
  switch (part.mode) {
    case "increment":
      return itemText(name, { from: part.start ?? cronBounds[name][0], step: part.step });
    case "range":
      return itemText(name, { from: part.from, to: part.to });
    case "specific":
      return joined(part.values.map((value) => valueText(name, value)));
    case "list":
      return joined(part.items.map((item) => itemText(name, item)));
    default:
      return cronPartTitles[name];
  }
}

function itemText(name: CronPartName, item: CronItem): string {
  const span = item.to === undefined ? "" : `${valueText(name, item.from)}至${valueText(name, item.to)}`;
  if (item.step === undefined) return span === "" ? valueText(name, item.from) : span;
  const steps = `每${item.step}${stepUnit[name]}`;
  if (isSteady(name, item)) return steps;
  return span === "" ? `从${valueText(name, item.from)}起${steps}` : `${span}内${steps}`;
}

const onlyValue = (part: CronPart): number | undefined =>
  part.mode === "specific" && part.values.length === 1 ? part.values[0] : undefined;

/** Few fixed times are clock times; everything else is said field by field, from the hour down. */
function timeText(cron: Cron): string {
  const second = onlyValue(cron.second);
  const minute = onlyValue(cron.minute);
  if (cron.hour.mode === "specific" && minute !== undefined && second !== undefined && cron.hour.values.length <= 6) {
    return joined(cron.hour.values.map((hour) => `${two(hour)}:${two(minute)}:${two(second)}`));
  }
  const hour = cron.hour.mode === "every" ? "" : partText("hour", cron.hour);
  if (cron.second.mode === "every" && cron.minute.mode === "every") return spaced(hour, "每秒");
  const seconds = cron.second.mode === "every" ? "每秒" : second === 0 ? "" : nth(partText("second", cron.second));
  if (cron.minute.mode === "every") return spaced(hour, seconds.startsWith("每") ? seconds : `每分钟${seconds}`);
  const minutes = minute === 0 && seconds === "" ? "整点" : partText("minute", cron.minute);
  const within = hour !== "" ? `${hour} ${minutes}` : minutes.startsWith("每") ? minutes : `每小时${nth(minutes)}`;
  return spaced(within, seconds);
}

/** A number of the clock within what it counts in: 第15分. */
const nth = (text: string): string => (/^\d/.test(text) ? `第${text}` : text);

const spaced = (...texts: readonly string[]): string => texts.filter((text) => text !== "").join(" ");

/** Languages build this sentence in their own order, so the catalogue's entry is the whole of it. */
export const chineseCronSentence = { describe: describeInChinese };

export const describeCron = inLanguage("cronSentence", chineseCronSentence).describe;
