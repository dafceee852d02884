import { isPart } from "../model/resolved-model.ts";
import { quoted } from "../schema/messages.ts";
import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";

/** LC2021: rows of a form are saved with the form; rows below a record by a button of their own. */
export function checkSaveRows(site: Site, report: Report): void {
  const { definition, place, value, path } = site;
  const { kind, editable, toolbar } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (definition !== "detail" || kind !== "table") return;
  checkParts(site, report);
  if (!Array.isArray(toolbar)) return;
  const at = toolbar.findIndex((button: { readonly preset?: unknown }) => button.preset === "saveRows");
  const warning = { code: "LC2021", severity: "warning" } as const;
  if (place === "formItem.subTable" && at >= 0) {
    report({ ...warning, message: "表单里的行随表单保存，这里的 saveRows 不起作用", path: [...path, "toolbar", at] });
  }
  if (place === "screen.details" && at < 0 && editable !== false) {
    report({ ...warning, message: "改动的行无法保存：按钮中没有 saveRows", path: [...path, "toolbar"] });
  }
}

/** LC2027: only rows that are parts of their master are saved with it. */
function checkParts({ value, path, context }: Site, report: Report): void {
  const { relation: name } = value as { readonly relation?: unknown };
  const relation = context.own?.model?.relations[String(name)];
  if (!relation || isPart(relation)) return;
  const message = `${quoted(String(name))} 的行各自独立，不随本行保存，不能在这里编辑`;
  report({ code: "LC2027", message, path: [...path, "kind"], suggestion: "list" });
}
