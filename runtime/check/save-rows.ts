import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";

/** LC2021: rows of a form are saved with the form; rows below a record by a button of their own. */
export function checkSaveRows({ definition, place, value, path }: Site, report: Report): void {
  const { kind, editable, toolbar } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (definition !== "detail" || kind !== "table" || !Array.isArray(toolbar)) return;
  const at = toolbar.findIndex((button: { readonly preset?: unknown }) => button.preset === "saveRows");
  const warning = { code: "LC2021", severity: "warning" } as const;
  if (place === "formItem.subTable" && at >= 0) {
    report({ ...warning, message: "表单里的行随表单保存，这里的 saveRows 不起作用", path: [...path, "toolbar", at] });
  }
  if (place === "screen.details" && at < 0 && editable !== false) {
    report({ ...warning, message: "改动的行无法保存：按钮中没有 saveRows", path: [...path, "toolbar"] });
  }
}
