import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import type { PathStep } from "../schema/source-document.ts";
import { type Report, unknownTarget } from "./report.ts";
import type { Site } from "./walk.ts";
import { hasHiddenRows } from "./world.ts";

type Values = Readonly<Record<string, unknown>>;

/** LC2006: dictionary codes without shipped items, and values that a dictionary does not have. */
export function checkDictionaries(site: Site, report: Report): void {
  checkCode(site, report);
  checkStates(site, report);
  checkFieldValues(site, report);
}

function checkCode({ definition, value, path, context }: Site, report: Report): void {
  const { dicts } = context.world;
  if (definition !== "dict" || typeof value !== "string" || dicts.size === 0 || dicts.has(value)) return;
  const finding = unknownTarget("LC2006", "没有字典", value, dicts.keys());
  if (finding.suggestion !== undefined || !hasHiddenRows(context.world)) report({ ...finding, path });
}

/** The items of a field's dictionary, when they are shipped. */
function valuesOf({ context }: Site, field: unknown): readonly string[] | undefined {
  const dict = context.own?.model?.fields.get(String(field))?.dict;
  const values = dict?.kind === "code" ? context.world.dicts.get(dict.code) : undefined;
  return values?.length ? values : undefined;
}

function checkStates(site: Site, report: Report): void {
  if (site.definition !== "states") return;
  const states = site.value as {
    readonly field: string;
    readonly edit?: readonly string[];
    readonly delete?: readonly string[];
    readonly locks?: readonly { readonly unless: readonly string[] }[];
    readonly transitions: Readonly<Record<string, { readonly from: readonly string[]; readonly to?: string }>>;
  };
  const known = valuesOf(site, states.field);
  if (!known) return;
  const check = (values: readonly string[] | undefined, ...below: PathStep[]) =>
    values?.forEach((value, index) => {
      tellUnknownValue(value, known, [...site.path, ...below, index], report);
    });
  check(states.edit, "edit");
  check(states.delete, "delete");
  states.locks?.forEach((lock, index) => {
    check(lock.unless, "locks", index, "unless");
  });
  for (const [key, { from, to }] of Object.entries(states.transitions)) {
    check(from, "transitions", key, "from");
    if (to !== undefined) tellUnknownValue(to, known, [...site.path, "transitions", key, "to"], report);
  }
}

/** `tabs` and `steps` name a field and some of its values. */
function checkFieldValues(site: Site, report: Report): void {
  if (site.definition !== "fieldName") return;
  if (!/^(screen|detail)\.tabs\.field$|^view\.steps\.field$/.test(site.place)) return;
  const known = valuesOf(site, site.value);
  const { values } = site.owner as Values;
  if (!known || !Array.isArray(values)) return;
  for (const [index, value] of values.entries()) {
    tellUnknownValue(String(value), known, [...site.path.slice(0, -1), "values", index], report);
  }
}

function tellUnknownValue(value: string, known: readonly string[], path: readonly PathStep[], report: Report): void {
  if (known.includes(value)) return;
  report({
    code: "LC2006",
    message: `字典里没有值 ${quoted(value)}`,
    expected: known.join(" | "),
    suggestion: value.length > 1 ? nearest(value, known) : undefined,
    path,
  });
}
