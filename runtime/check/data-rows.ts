import { permissionIdOf } from "../menu/derive-menu-rows.ts";
import { isNumeric } from "../model/field-types.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import { faultWords, type RuleFault, ruleFault } from "../permission/rule-faults.ts";
import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import type { PathStep } from "../schema/source-document.ts";
import type { DataDocument } from "../schema/types.gen.ts";
import { type Fields, fieldsOfModel, hasField, relatedModelId, relationNames, renamedTo } from "./fields-of.ts";
import { type Report, renamedField, unknownName } from "./report.ts";
import { fieldsIn, type World } from "./world.ts";

type Row = Readonly<Record<string, unknown>>;

/** LC2001, LC2002, LC2010, LC2012: shipped rows against the fields of their model. */
export function checkDataRows(document: DataDocument, world: World, report: Report): void {
  const fields = fieldsIn(world, document.model);
  if (!fields) return;
  const seen = new Set<string>();
  for (const [index, row] of document.rows.entries()) {
    const path = ["rows", index];
    const missing = document.key.find((key) => row[key] === undefined && !isMisspelt(key, row as Row, fields));
    if (missing !== undefined) {
      report({ code: "LC2001", message: `这一行缺少业务键 ${quoted(missing)}`, path });
    } else if (document.key.every((key) => row[key] !== undefined)) {
      const key = JSON.stringify(document.key.map((name) => row[name]));
      if (seen.has(key)) report({ code: "LC2002", message: `业务键 ${quoted(key)} 的行写了两次`, path });
      seen.add(key);
    }
    checkRow(row as Row, fields, path, world, report);
    if (document.model === "system/data-rule") checkDataRule(row as Row, path, world, report);
  }
}

/** Whether a field that a row lacks is the one that another name of the row was meant to be. */
function isMisspelt(field: string, row: Row, fields: Fields): boolean {
  return Object.keys(row).some((name) => !hasField(fields, name) && nearest(name, fields.names) === field);
}

function checkRow(row: Row, fields: Fields, path: readonly PathStep[], world: World, report: Report): void {
  for (const [name, value] of Object.entries(row)) {
    const at = [...path, name];
    const related = relatedModelId(fields, name);
    if (related !== undefined && !hasField(fields, name)) {
      checkSubRows(value, fieldsIn(world, related), at, world, report);
    } else if (renamedTo(fields, name) !== undefined && !hasField(fields, name)) {
      const renamed = renamedTo(fields, name) ?? name;
      world.usage.use(fields.model?.id, renamed);
      report({ ...renamedField(fields, name, renamed), path: at, atKey: true });
    } else if (!hasField(fields, name)) {
      const candidates = [...fields.names, ...relationNames(fields)];
      const finding = unknownName("LC2001", `${fields.title}没有字段`, name, candidates);
      world.usage.miss(fields.model?.id, name, finding.suggestion);
      report({ ...finding, path: at, atKey: true });
    } else {
      world.usage.use(fields.model?.id, name);
      checkValue(value, fields, name, at, world, report);
    }
  }
}

const rulePlaces = { column: "ruleColumn", condition: "ruleConditions", variable: "ruleValue", value: "ruleValue" };

/** LC2022: a data rule that no row of its page can meet. */
function checkDataRule(row: Row, path: readonly PathStep[], world: World, report: Report): void {
  const id = String(row.permissionId ?? "");
  const screen = [...world.screens.keys()].find((one) => permissionIdOf(one) === id);
  const named = screen === undefined ? undefined : (world.screens.get(screen) as { readonly model?: unknown }).model;
  const model = typeof named === "string" ? world.models.get(named) : undefined;
  const [column, condition, value] = [row.ruleColumn, row.ruleConditions, row.ruleValue].map((part) =>
    String(part ?? ""),
  );
  const rule = { column: column ?? "", condition: condition ?? "", value: value ?? "" };
  const fault = model && ruleFault(model, rule);
  if (!model || !fault) return;
  const ofRule = fieldsIn(world, "system/data-rule");
  if (ofRule && isMisspelt(fault.kind === "sql" ? "ruleConditions" : rulePlaces[fault.kind], row, ofRule)) return;
  const place = fault.kind === "sql" ? "ruleConditions" : rulePlaces[fault.kind];
  report({ code: "LC2022", message: faultWords(model, fault), path: [...path, place], ...suggestionOf(fault) });
}

const suggestionOf = (fault: RuleFault) =>
  "nearest" in fault && fault.nearest !== undefined ? { suggestion: fault.nearest } : {};

function checkSubRows(
  rows: unknown,
  fields: Fields | undefined,
  path: readonly PathStep[],
  world: World,
  report: Report,
): void {
  if (!Array.isArray(rows)) {
    report({ code: "LC2010", message: "子行须写成数组 [ … ]", path });
    return;
  }
  if (!fields) return;
  for (const [index, row] of rows.entries()) {
    if (typeof row === "object" && row !== null) checkRow(row as Row, fields, [...path, index], world, report);
    else report({ code: "LC2010", message: "子行须是对象 { … }", path: [...path, index] });
  }
}

function checkValue(
  value: unknown,
  fields: Fields,
  name: string,
  path: readonly PathStep[],
  world: World,
  report: Report,
): void {
  const field = fields.model?.fields.get(name);
  if (!field || value === null || field.type === "json") return;
  if (typeof value === "object") {
    if (Array.isArray(value) || !("ref" in value)) {
      report({ code: "LC2010", message: `${quoted(field.title)} 不能是数组或对象`, path });
    } else {
      checkReference(value as unknown as { ref: string; key: Row }, path, world, report);
    }
    return;
  }
  if (fields.model) checkPermissionId(fields.model, name, value, path, report);
  const isNumber = isNumeric(field);
  if (isNumber && typeof value !== "number") {
    report({ code: "LC2010", message: `${quoted(field.title)} 应为数字`, path });
  } else if (field.type === "boolean" && typeof value !== "boolean") {
    report({ code: "LC2010", message: `${quoted(field.title)} 应为 true 或 false`, path });
  } else if (!isNumber && field.type !== "boolean" && typeof value !== "string") {
    report({ code: "LC2010", message: `${quoted(field.title)} 应为文本`, path });
  } else if (typeof value === "string" && field.maxLength !== undefined && [...value].length > field.maxLength) {
    report({ code: "LC2010", message: `${quoted(field.title)} 最多 ${field.maxLength} 个字`, path });
  }
}

/** `{ ref, key }`: the other model exists (checked as a document id) and has the fields of the key. */
function checkReference(
  reference: { readonly ref: string; readonly key: Row },
  path: readonly PathStep[],
  world: World,
  report: Report,
): void {
  const model = world.models.get(reference.ref);
  if (!model) return;
  const fields = fieldsOfModel(model);
  for (const [name, value] of Object.entries(reference.key)) {
    if (hasField(fields, name)) {
      checkPermissionId(model, name, value, [...path, "key", name], report);
      checkNamedRow(model, name, value, [...path, "key", name], world, report);
      continue;
    }
    const renamed = renamedTo(fields, name);
    const finding =
      renamed === undefined
        ? unknownName("LC2001", `${fields.title}没有字段`, name, fields.names)
        : renamedField(fields, name, renamed);
    report({ ...finding, path: [...path, "key", name], atKey: true });
  }
}

/**
 * LC2008: a row that a reference looks for by a name that is none, but like one. Other rows may be made by hand, and
 * those of a model with samples are numbered alike.
 */
function checkNamedRow(
  model: ResolvedModel,
  name: string,
  value: unknown,
  path: readonly PathStep[],
  world: World,
  report: Report,
): void {
  const known = namesOnce(model, name, world);
  // A button's id is made of its page's and its code.
  if (typeof value !== "string" || !known || /[#/]/.test(value) || known.includes(value)) return;
  // Codes differ in little: `import` and `export` are two letters apart.
  const suggestion = nearest(value, known, name === "perms" ? 1 : 2);
  if (suggestion === undefined) return;
  const message = `没有${model.title} ${quoted(value)}`;
  report({ code: "LC2008", severity: "warning", message, suggestion, path });
}

const namesKnown = new WeakMap<World, Map<string, readonly string[] | undefined>>();

/** A document of grants asks for the same names a thousand times. */
function namesOnce(model: ResolvedModel, name: string, world: World): readonly string[] | undefined {
  const known = namesKnown.get(world) ?? new Map<string, readonly string[] | undefined>();
  namesKnown.set(world, known);
  const key = `${model.id} ${name}`;
  if (!known.has(key)) known.set(key, namesOf(model, name, world));
  return known.get(key);
}

function namesOf(model: ResolvedModel, name: string, world: World): readonly string[] | undefined {
  if (model.id === permissionModel) {
    // Of a page that is broken the id is known all the same.
    const pages = [...world.menuIds, ...[...world.broken].map((one) => one.replace("screen:", ""))];
    if (name === "id") return pages.map(permissionIdOf);
    return name === "perms" ? knownCodes(world) : undefined;
  }
  if (world.findModel(model.id)?.sample !== undefined) return undefined;
  return world.rows.get(model.id)?.map((row) => String(row[name]));
}

/** What several grants name is no slip, whatever the page that makes the code looks like. */
function knownCodes({ permissions, grantable, grantedOften }: World): readonly string[] {
  return [...permissions, ...(grantable ?? []), ...grantedOften];
}

const permissionModel = "system/permission";

/** LC2012: a menu's id is its page's with dots. */
function checkPermissionId(
  model: ResolvedModel,
  name: string,
  value: unknown,
  path: readonly PathStep[],
  report: Report,
): void {
  const dict = model.fields.get(name)?.dict;
  const isOwn = name === "id" && model.id === permissionModel;
  const isNamed = dict?.kind === "model" && dict.model === permissionModel && dict.value === "id";
  if (!(isOwn || isNamed) || typeof value !== "string" || !value.includes("/")) return;
  const suggestion = permissionIdOf(value);
  report({ code: "LC2012", message: `菜单标识 ${quoted(value)} 不能有斜杠`, expected: suggestion, suggestion, path });
}
