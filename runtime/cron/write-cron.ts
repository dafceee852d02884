import { type Cron, type CronItem, type CronPart, type CronPartName, cronPartNames } from "./cron-parts.ts";

/** One field of the expression, with numbers for names: `15W`, `6#3`, `0/5`. An asterisk for an empty list. */
export function writeCronPart(name: CronPartName, part: CronPart): string {
  switch (part.mode) {
    case "every":
      return "*";
    case "none":
      return "?";
    case "increment":
      return `${part.start ?? "*"}/${part.step}`;
    case "range":
      return `${part.from}-${part.to}`;
    case "specific":
      return part.values.length > 0 ? part.values.join(",") : name === "week" ? "?" : "*";
    case "list":
      return part.items.map(itemText).join(",");
    case "last":
      return "L";
    case "lastWorkday":
      return "LW";
    case "beforeLast":
      return `L-${part.days}`;
    case "nearest":
      return `${part.day}W`;
    case "lastOf":
      return `${part.weekday}L`;
    case "nth":
      return `${part.weekday}#${part.nth}`;
  }
}

const itemText = (item: CronItem): string =>
  `${item.from}${item.to === undefined ? "" : `-${item.to}`}${item.step === undefined ? "" : `/${item.step}`}`;

/**
 * The expression's text: seven fields, or six without the year.
 *
 * @example writeCron(dailyCron) // "0 0 0 * * ? *"
 */
export function writeCron(cron: Cron, options: { readonly year?: boolean } = {}): string {
  const names = options.year === false ? cronPartNames.slice(0, 6) : cronPartNames;
  return names.map((name) => writeCronPart(name, cron[name])).join(" ");
}

/** Sets one part; when it is a day or a week rule the other one becomes `?`, and giving one up hands over to the other. */
export function withCronPart(cron: Cron, name: CronPartName, part: CronPart): Cron {
  const changed = { ...cron, [name]: part };
  if (name !== "day" && name !== "week") return changed;
  const other = name === "day" ? "week" : "day";
  if (part.mode !== "none") return { ...changed, [other]: { mode: "none" } };
  return changed[other].mode === "none" ? { ...changed, [other]: { mode: "every" } } : changed;
}
