import { shippedHandlers } from "../registry/shipped-handlers.ts";
import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import { dictModelId } from "./fields-of.ts";
import { checkAddress } from "./places.ts";
import { type Report, unknownName, unknownTarget } from "./report.ts";
import type { Site } from "./walk.ts";
import { hasHiddenRows } from "./world.ts";

type Values = Readonly<Record<string, unknown>>;

/** Places whose document id names the document itself. */
const ownId = new Set(["model.id", "screen.id"]);
const screenPlaces = new Set(["action.screen", "content.screen", "formItem.screen", "screen-test.screen"]);
/** Views that every list has, written or not. */
const inheritedViews = ["form", "detail"];

/** LC2008: models, screens, views, transitions and targets that do not exist. `screen` is the document's own value. */
export function checkReferences(site: Site, document: Values, report: Report): void {
  if (site.definition === "docId" && typeof site.value === "string") checkDocumentId(site, site.value, report);
  if (site.definition === "text" && typeof site.value === "string") checkText(site, site.value, document, report);
  if (site.definition === "action") checkTarget(site, report);
  if (site.definition === "uploadUse") checkRow(site, report, ["system/upload-kind", "code", "上传用途"]);
}

function checkTarget({ value, path, context }: Site, report: Report): void {
  const { type, to } = value as { readonly type: unknown; readonly to?: unknown };
  if (type === "navigate" && typeof to === "string") checkAddress(to, [...path, "to"], context.world, report);
}

/** A row is named by its business key. */
function checkRow({ value, path, context }: Site, report: Report, [model, key, title]: readonly string[]): void {
  const name = String(value);
  const names = context.world.rows.get(String(model))?.map((row) => String(row[String(key)]));
  if (!names || names.includes(name)) return;
  const finding = unknownTarget("LC2008", `没有${title}`, name, names);
  // It may be among the rows of a data document that cannot be read.
  if (finding.suggestion !== undefined || !hasHiddenRows(context.world)) report({ ...finding, path });
}

function checkDocumentId({ place, path, context }: Site, id: string, report: Report): void {
  if (ownId.has(place)) return;
  const { world } = context;
  const isScreen = screenPlaces.has(place);
  const known: ReadonlyMap<string, unknown> = isScreen ? world.screens : world.models;
  if (known.has(id)) return;
  const kind = isScreen ? "页面" : "模型";
  const part = isScreen ? "screen" : "model";
  if (world.broken.has(`${part}:${id}`)) {
    report({ code: "LC2008", message: `${kind} ${quoted(id)} 有错误，不能使用`, path });
    return;
  }
  // One that has an error itself is the one that was meant all the same.
  const brokenIds = [...world.broken].flatMap((one) =>
    one.startsWith(`${part}:`) ? [one.slice(part.length + 1)] : [],
  );
  const finding = unknownTarget("LC2008", `没有${kind}`, id, [...known.keys(), ...brokenIds]);
  report({ ...finding, ...(place === "screen.model" ? { severity: "error" } : {}), path });
}

function checkText(site: Site, text: string, document: Values, report: Report): void {
  const { place, path, context } = site;
  const tell = (subject: string, candidates: Iterable<string>) =>
    report({ ...unknownName("LC2008", subject, text, candidates), path });
  if (place === "action.view" || place === "button.view") {
    const views = [...viewsAround(document, path), ...inheritedViews];
    if (!views.includes(text)) tell("没有视图", views);
  } else if (place === "action.transition" || place === "button.transition") {
    const model = context.own?.model;
    const transitions = Object.keys(model?.states?.transitions ?? {});
    if (model && !transitions.includes(text)) tell(`${model.title}没有转换`, transitions);
  } else if (place === "action.handler") {
    const isKnown = shippedHandlers.some((name) => name === text);
    if (!isKnown) report({ ...unknownTarget("LC2008", "没有函数", text, shippedHandlers), path });
  } else if (place === "fill.rule") {
    checkRow(site, report, ["system/fill-rule", "ruleCode", "填值规则"]);
  } else if (place === "rule.checkRule") {
    checkRow(site, report, ["system/check-rule", "ruleCode", "校验规则"]);
  }
}

/** Keys of the views that a place can open: those of the page and of the details around it. */
function viewsAround(document: Values, path: readonly (string | number)[]): string[] {
  const found: string[] = [];
  let value: unknown = document;
  for (const step of ["", ...path]) {
    if (step !== "") value = (value as Values | undefined)?.[step];
    const views = (value as Values | undefined)?.views;
    if (typeof views === "object" && views !== null) found.push(...Object.keys(views));
  }
  return found;
}

/** LC2008: a snapshot copies from a field that refers to another model's row. */
export function checkSnapshot({ definition, value, path, context }: Site, report: Report): void {
  if (definition !== "snapshot") return;
  const { from } = value as { readonly from: string };
  const field = context.own?.model?.fields.get(from);
  if (!field || dictModelId(context.own, from)) return;
  report({
    code: "LC2008",
    message: `${quoted(from)} 不是引用另一个模型的字段，抄不到值`,
    suggestion: nearest(
      from,
      [...(context.own?.model?.fields.values() ?? [])].filter((f) => f.dict?.kind === "model").map((f) => f.name),
    ),
    path: [...path, "from"],
  });
}
