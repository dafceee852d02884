import type { Texts } from "../language/language.ts";
import { englishCronMessages } from "./cron-messages.en-US.ts";
import { type Cron, type CronItem, type CronPart, type CronPartName, isSteady } from "./cron-parts.ts";
import type { chineseCronSentence } from "./describe-cron.ts";

const { parts, weekdays } = englishCronMessages;
const months = [
  "",
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const two = (value: number): string => String(value).padStart(2, "0");
const joined = (texts: readonly string[]): string =>
  texts.length < 3 ? texts.join(" and ") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

function ordinal(value: number): string {
  const teen = value % 100 > 10 && value % 100 < 14;
  return `${value}${teen ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th")}`;
}

function valueText(name: CronPartName, value: number): string {
  if (name === "week") return weekdays[value] ?? String(value);
  if (name === "month") return months[value] ?? String(value);
  return name === "day" ? `the ${ordinal(value)}` : String(value);
}

/** @example describe(parseCron("0 30 2 ? * 2-6")) // "At 02:30:00, Monday to Friday" */
function describe(cron: Cron): string {
  const day = dayText(cron);
  const rest = [
    cron.month.mode === "every" ? "" : `in ${partText("month", cron.month)}`,
    cron.year.mode === "every" ? "" : `in ${partText("year", cron.year)}`,
  ].filter((text) => text !== "");
  const time = timeText(cron);
  const when = [day, ...rest].filter((text) => text !== "").join(" ");
  return when === "" ? time : `${time}, ${when}`;
}

/** Empty for every day. */
function dayText({ day, week }: Cron): string {
  if (week.mode === "none" || week.mode === "every") return monthDayText(day);
  if (week.mode === "lastOf") return `on the last ${valueText("week", week.weekday)} of the month`;
  if (week.mode === "nth") return `on the ${ordinal(week.nth)} ${valueText("week", week.weekday)} of the month`;
  return partText("week", week);
}

function monthDayText(part: CronPart): string {
  switch (part.mode) {
    case "every":
    case "none":
      return "every day";
    case "last":
      return "on the last day of the month";
    case "lastWorkday":
      return "on the last workday of the month";
    case "beforeLast":
      return `${part.days} days before the last day of the month`;
    case "nearest":
      return `on the workday nearest to the ${ordinal(part.day)}`;
    default:
      return `on ${partText("day", part)}`;
  }
}

function partText(name: CronPartName, part: CronPart): string {
  switch (part.mode) {
    case "increment":
      return itemText(
        name,
        part.start === undefined ? { from: -1, step: part.step } : { from: part.start, step: part.step },
      );
    case "range":
      return itemText(name, { from: part.from, to: part.to });
    case "specific":
      return joined(part.values.map((value) => valueText(name, value)));
    case "list":
      return joined(part.items.map((item) => itemText(name, item)));
    default:
      return parts[name];
  }
}

function itemText(name: CronPartName, item: CronItem): string {
  const span = item.to === undefined ? "" : `${valueText(name, item.from)} to ${valueText(name, item.to)}`;
  if (item.step === undefined) return span === "" ? valueText(name, item.from) : span;
  const unit = name === "week" ? "day" : parts[name];
  const steps = item.step === 1 ? `every ${unit}` : `every ${item.step} ${unit}s`;
  if (span !== "") return `${steps} from ${span}`;
  return item.from < 0 || isSteady(name, item) ? steps : `${steps} from ${valueText(name, item.from)}`;
}

const onlyValue = (part: CronPart): number | undefined =>
  part.mode === "specific" && part.values.length === 1 ? part.values[0] : undefined;

/** Few fixed times are clock times; everything else is said part by part, from the second up. */
function timeText({ second, minute, hour }: Cron): string {
  const [onlySecond, onlyMinute] = [onlyValue(second), onlyValue(minute)];
  if (hour.mode === "specific" && onlyMinute !== undefined && onlySecond !== undefined && hour.values.length <= 6) {
    return `At ${joined(hour.values.map((each) => `${two(each)}:${two(onlyMinute)}:${two(onlySecond)}`))}`;
  }
  const said = [
    unitText("second", second, onlySecond === 0),
    unitText("minute", minute, onlyMinute === 0 && onlySecond === 0),
    hour.mode === "every" ? (minute.mode === "every" ? "" : "of every hour") : unitText("hour", hour, false),
  ].filter((text) => text !== "");
  const text = said.length === 1 && said[0] === "of every hour" ? "every hour" : said.join(", ").replace(", of", " of");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Empty where the part adds nothing, as second 0 does. */
function unitText(name: "second" | "minute" | "hour", part: CronPart, isSilent: boolean): string {
  if (isSilent) return "";
  if (part.mode === "every") return `every ${name}`;
  const text = partText(name, part);
  return text.startsWith("every") ? text : `at ${name} ${text}`;
}

export const englishCronSentence: Texts<typeof chineseCronSentence> = { describe };
