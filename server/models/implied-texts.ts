import { areaText } from "../../runtime/area/areas.ts";
import { fileName } from "../../runtime/format/cell-text.ts";
import type { ResolvedDict, ResolvedField } from "../../runtime/model/resolved-model.ts";
import type { Cell, Editor } from "../../runtime/schema/types.gen.ts";

type ModelDict = Extract<ResolvedDict, { kind: "model" }>;
type Kind = "area" | "file" | "user" | "depart" | "role" | "position" | "category";

const rows = (model: string, text: string, ...values: readonly string[]): readonly ModelDict[] =>
  values.map((value) => ({ kind: "model", model, text, value, where: {} }));

/**
 * Where the words of a field stand that names no dictionary but is picked from something. A picker stores one of two
 * keys; the first that has the value counts.
 */
const dictsByKind: Record<Exclude<Kind, "area">, readonly ModelDict[]> = {
  file: rows("system/file", "fileName", "url"),
  user: rows("system/user", "realname", "username", "id"),
  depart: rows("system/depart", "departName", "orgCode", "id"),
  role: rows("system/role", "roleName", "roleCode", "id"),
  position: rows("system/position", "name", "code", "id"),
  category: rows("system/category", "name", "code", "id"),
};

const kindByEditor: Partial<Record<Editor["type"], Kind>> = {
  area: "area",
  "image-upload": "file",
  "file-upload": "file",
  image: "file",
  file: "file",
  "user-picker": "user",
  "depart-picker": "depart",
  "role-picker": "role",
  "position-picker": "position",
  "category-select": "category",
};

const kindByCell: Partial<Record<Cell["type"], Kind>> = { area: "area", file: "file", user: "user", depart: "depart" };
const kindBySystemField: Readonly<Record<string, Kind>> = { createBy: "user", updateBy: "user", sysOrgCode: "depart" };

/** The model whose rows a picker offers; undefined for other editors. */
export function pickedModel(editor: string): string | undefined {
  const kind = Object.hasOwn(kindByEditor, editor) ? kindByEditor[editor as Editor["type"]] : undefined;
  return kind === undefined || kind === "area" || kind === "file" ? undefined : dictsByKind[kind][0]?.model;
}

function kindOf(field: ResolvedField): Kind | undefined {
  // A list of file entries brings its names along.
  if (field.dict || field.type === "json") return undefined;
  if (field.system) return kindBySystemField[field.name];
  return (field.widget && kindByEditor[field.widget.type]) ?? (field.cell && kindByCell[field.cell.type]);
}

/** Whether a field without dictionary has words for its values all the same. */
export function hasImpliedText(field: ResolvedField): boolean {
  return kindOf(field) !== undefined;
}

export function isArea(field: ResolvedField): boolean {
  return kindOf(field) === "area";
}

export function impliedDicts(field: ResolvedField): readonly ModelDict[] {
  const kind = kindOf(field);
  return kind === undefined || kind === "area" ? [] : dictsByKind[kind];
}

/**
 * Words of a comma list, part by part and in its order, so that the n-th word belongs to the n-th value; an unknown code
 * or a deleted user stands as itself.
 *
 * @returns null when no part has words
 */
export function translateImplied(
  field: ResolvedField,
  value: unknown,
  texts: ReadonlyMap<string, string> | undefined,
): string | null {
  const parts = String(value ?? "")
    .split(",")
    .filter((part) => part !== "");
  const kind = kindOf(field);
  const words = parts.map((part) => (kind === "area" ? areaText(part) : texts?.get(part)));
  if (words.every((word) => word === undefined)) return null;
  const asItself = (part: string) => (kind === "file" ? fileName(part) : part);
  return parts.map((part, index) => (words[index] ?? asItself(part)).replaceAll(",", "，")).join(",");
}
