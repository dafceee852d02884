import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { refuse } from "../http/refusal.ts";

/** A part of a record's page: values of the record, or rows that belong to it. */
export interface RecordPart {
  readonly title: string;
  /** Comma list of wire names, in their order; "" for all that a list would show, of rows the first that have room. */
  readonly fields: string;
  /** Rows of this relation. */
  readonly relation?: string;
  /** Rows of the model with this base path, found by a value of the record. */
  readonly base?: string;
  readonly link?: { readonly field: string; readonly masterField: string };
  /** Comma list of those fields whose sum stands below the rows. */
  readonly sums?: string;
}

const limits = { parts: 80, characters: 20_000, title: 100, signatures: 10 } as const;
const bad = () => refuse("详情的版式须为 JSON 列表：标题和字段");

/**
 * How the page of whoever exports is laid out; what stands in it is read with their rights all the same.
 *
 * @param given JSON text; nothing: all fields, then all rows that are parts of the record
 * @throws AppError INVALID for what is no layout
 */
export function readLayout(given: unknown, model: ResolvedModel): readonly RecordPart[] {
  if (given === undefined || given === "") return wholeRecord(model);
  if (typeof given !== "string" || given.length > limits.characters) throw bad();
  const parts = parsed(given);
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > limits.parts || !parts.every(isPart)) throw bad();
  return parts;
}

/**
 * Whose signatures stand at the foot of the page.
 *
 * @param given JSON list of names; nothing: none
 * @throws AppError INVALID for what is no such list
 */
export function readSignatures(given: unknown): readonly string[] {
  if (given === undefined || given === "") return [];
  const names = typeof given === "string" && given.length <= limits.characters ? parsed(given) : undefined;
  const isRight = Array.isArray(names) && names.length <= limits.signatures && names.every(isTitle);
  if (!isRight) throw refuse(`签字栏须为 JSON 列表：最多 ${limits.signatures} 个名称`);
  return names;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isTitle = (value: unknown) => typeof value === "string" && value.length <= limits.title;

const wholeRecord = (model: ResolvedModel): readonly RecordPart[] => [
  { title: "", fields: "" },
  ...Object.entries(model.relations).flatMap(([relation, { kind, title = "" }]) =>
    kind === "one-to-many" ? [{ title, fields: "", relation }] : [],
  ),
];

function isPart(part: unknown): part is RecordPart {
  if (typeof part !== "object" || part === null) return false;
  const { title, fields, relation, base, link, sums } = part as Partial<Record<keyof RecordPart, unknown>>;
  return (
    isTitle(title) &&
    typeof fields === "string" &&
    (relation === undefined || isTitle(relation)) &&
    (base === undefined || isTitle(base)) &&
    (sums === undefined || typeof sums === "string") &&
    (link === undefined || isLink(link))
  );
}

const isLink = (link: unknown): boolean =>
  typeof link === "object" && link !== null && "field" in link && "masterField" in link;
