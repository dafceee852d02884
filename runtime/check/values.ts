import { isNumeric } from "../model/field-types.ts";
import type { ResolvedField } from "../model/resolved-model.ts";
import { normaliseValue } from "../record/normalise.ts";
import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import type { DataDocument } from "../schema/types.gen.ts";
import type { CheckContext } from "./context.ts";
import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";

/** How values of types that are written as text look. */
const writtenForms: Partial<Record<ResolvedField["type"], string>> = {
  date: "日期，例如 2026-03-01",
  datetime: "日期时间，例如 2026-03-01 09:30:00",
  time: "时间，例如 09:30:00",
};

/** LC2026: a default that is not of its field's type, or not in its dictionary. */
export function checkDefault(site: Site, report: Report): void {
  const { definition, value, path, context } = site;
  if (definition !== "field" || context.own?.model === undefined) return;
  const { default: written } = value as { readonly default?: unknown };
  const field = context.own.model.fields.get(String(path.at(-1)));
  if (written === undefined || !field || path.at(-2) !== "fields") return;
  tellUnfit(field, written, context, { report, path: [...path, "default"] });
}

/** LC2026: fixed conditions of a source or a dictionary that no row meets. */
export function checkWhere(site: Site, report: Report): void {
  const { definition, value, path, context } = site;
  if (definition !== "source" && definition !== "dict") return;
  const { model, where } = (typeof value === "object" && value !== null ? value : {}) as {
    readonly model?: unknown;
    readonly where?: unknown;
  };
  const target = typeof model === "string" ? context.world.models.get(model) : undefined;
  if (!target || typeof where !== "object" || where === null) return;
  for (const [name, written] of Object.entries(where)) {
    const field = target.fields.get(name);
    const values = definition === "source" ? queried(written) : [written];
    for (const one of field ? values : []) {
      if (field && typeof one === "string") tellUnfit(field, one, context, { report, path: [...path, "where", name] });
    }
  }
}

/** Values that a condition of a query names: `"2,4"` joins several, `"!ok"` leaves one out, `"*a*"` and `">1"` name none. */
function queried(written: unknown): readonly unknown[] {
  if (typeof written !== "string") return [written];
  return written.split(",").flatMap((part) => (/^[<>]|\*/.test(part) ? [] : [part.replace(/^!/, "")]));
}

function tellUnfit(
  field: ResolvedField,
  value: unknown,
  { world }: CheckContext,
  { report, path }: { readonly report: Report; readonly path: readonly (string | number)[] },
): void {
  if (value === null || value === "" || (typeof value === "string" && value.includes("{{"))) return;
  const fault = faultOf(field, value, path.includes("where"), world.dicts);
  if (fault) report({ code: "LC2026", severity: "warning", ...fault, path });
}

function faultOf(
  field: ResolvedField,
  value: unknown,
  isQuery: boolean,
  dicts: CheckContext["world"]["dicts"],
): { readonly message: string; readonly suggestion?: string | undefined } | undefined {
  const title = quoted(field.title);
  // A query carries numbers as text.
  const isNumber = typeof value === "number" || (isQuery && Number.isFinite(Number(value)));
  if (isNumeric(field) && !isNumber) return { message: `${title} 应为数字` };
  if (field.type === "boolean" && !["true", "false"].includes(String(value))) {
    return { message: `${title} 只会是 true 或 false` };
  }
  const form = isQuery ? undefined : writtenForms[field.type];
  if (form !== undefined && normaliseValue(field, value).message !== undefined)
    return { message: `${title} 应为${form}` };
  const known = field.dict?.kind === "code" ? dicts.get(field.dict.code) : undefined;
  if (!known?.length || typeof value === "object") return undefined;
  const text = (field.multiple ? String(value).split(",") : [String(value)]).find((one) => !known.includes(one));
  if (text === undefined) return undefined;
  const suggestion = text.length > 1 ? nearest(text, known) : undefined;
  return { message: `${title} 的字典里没有值 ${quoted(text)}`, suggestion };
}

/** LC2002: two entries of a shipped dictionary with one value. */
export function checkDictionaryEntries(document: DataDocument, report: Report): void {
  if (document.model !== "system/dict") return;
  for (const [index, row] of document.rows.entries()) {
    const items = Array.isArray(row.items) ? (row.items as readonly { readonly itemValue?: unknown }[]) : [];
    const seen = new Set<string>();
    for (const [at, { itemValue }] of items.entries()) {
      const value = String(itemValue);
      if (seen.has(value)) {
        const path = ["rows", index, "items", at, "itemValue"];
        report({
          code: "LC2002",
          message: `字典 ${quoted(String(row.dictCode))} 的值 ${quoted(value)} 写了两次`,
          path,
        });
      }
      seen.add(value);
    }
  }
}
