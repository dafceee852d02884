import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";

type Values = Readonly<Record<string, unknown>>;

/** LC2009, LC2013: pickers that copy nothing, markup from fields that anybody may write. */
export function checkRiskyParts({ definition, value, path, owner, context }: Site, report: Report): void {
  const part = value as Values;
  if (definition === "editor" && part.type === "popup" && Object.keys((part.map ?? {}) as object).length === 0) {
    report({ code: "LC2009", message: "popup 参数未正确配置：map 不能为空", path: [...path, "map"] });
  }
  if (definition !== "cell" || part.type !== "html") return;
  const fieldName = typeof owner.field === "string" ? owner.field : String(path.at(-2));
  const field = context.own?.model?.fields.get(fieldName);
  if (!field || field.readOnly || field.widget?.type === "rich-text") return;
  report({
    code: "LC2013",
    severity: "warning",
    message: `${quoted(field.title)} 可以随意填写，不应显示为富文本；请用 rich-text 编辑它，或设为只读`,
    path: [...path, "type"],
  });
}

/** LC2014: views that nothing opens. */
export function checkUnusedViews(screen: unknown, report: Report): void {
  const { views } = screen as { readonly views?: Values };
  if (!views) return;
  const names = Object.keys(views);
  const opened = new Set(["form", "detail"]);
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { view } = value as Values;
    // A name that is misspelt is told where it stands; the view is meant all the same.
    if (typeof view === "string") opened.add(names.includes(view) ? view : (nearest(view, names) ?? view));
    for (const child of Object.values(value)) visit(child);
  };
  visit(screen);
  for (const name of names) {
    if (opened.has(name)) continue;
    report({
      code: "LC2014",
      severity: "warning",
      message: `没有按钮或动作打开视图 ${quoted(name)}`,
      path: ["views", name],
      atKey: true,
    });
  }
}
