import { quoted } from "../schema/messages.ts";
import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";

type Values = Readonly<Record<string, unknown>>;

/** Pages whose rows hang together, or that no model stores: their calls take no days. */
const withoutDays: ReadonlySet<unknown> = new Set(["tree-list", "report"]);

/** LC2032: a calendar that has no days for the rows, or no colours. */
export function checkCalendar({ definition, value, path, context }: Site, document: Values, report: Report): void {
  if (definition !== "table") return;
  const { as, calendar } = value as { readonly as?: unknown; readonly calendar?: Values };
  const code = "LC2032";
  if (!calendar) {
    if (as === "calendar") report({ code, message: "没有写 calendar，日历不知道按哪一天排", path: [...path, "as"] });
    return;
  }
  const { own } = context;
  const at = [...path, "calendar"];
  if (path[0] === "table" && (withoutDays.has(document.kind) || document.model === undefined)) {
    report({ code, message: "只有一个模型的行组成的列表可以写日历", path: at, atKey: true });
    return;
  }
  const date = own?.model?.fields.get(String(calendar.date));
  if (date && date.type !== "date" && date.type !== "datetime") {
    report({ code, message: `${quoted(date.title)} 不是日期或时间`, path: [...at, "date"] });
  } else if (date && !date.queryable) {
    report({ code, message: `${quoted(date.title)} 不能查询，日历读不到一个月的行`, path: [...at, "date"] });
  }
  const color = own?.model?.fields.get(String(calendar.color));
  if (color && color.dict?.kind !== "code") {
    report({ code, message: `${quoted(color.title)} 没有字典，不知道显示什么颜色`, path: [...at, "color"] });
  }
}
