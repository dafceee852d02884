import type { Texts } from "../language/language.ts";
import type { chineseCronMessages } from "./cron-messages.ts";

const parts = {
  second: "second",
  minute: "minute",
  hour: "hour",
  day: "day",
  month: "month",
  week: "weekday",
  year: "year",
};

export const englishCronMessages: Texts<typeof chineseCronMessages> = {
  parts,
  weekdays: ["", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  tooMany: "A cron expression has at most 7 parts",
  part: (name, text) => `The ${parts[name]} of the cron expression is wrong: ${text}`,
  empty: "Enter a cron expression",
  tooFew: (count) => `A cron expression has at least 5 parts, this one has ${count}`,
  tooLong: (limit) => `A cron expression has at most ${limit} characters`,
  bothDays: "Only one of day and weekday may be set in a cron expression; write ? for the other",
  noDay: "Day and weekday of a cron expression cannot both be ?",
};
