import type { OnlineFormField } from "./definition.ts";

/** `a, b,c` → `["a","b","c"]`. */
export const splitList = (text: string | null | undefined): string[] =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** A number as JSON or a person wrote it. */
export function numberOf(value: unknown): number | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** What `dictTable` of the first field of a chain holds as JSON. */
export interface LinkConfig {
  readonly table: string;
  readonly txt: string;
  readonly key: string;
  /** Comma list of the fields that follow. */
  readonly linkField?: string;
  readonly idField?: string;
  readonly pidField?: string;
  readonly condition?: string;
}

export function linkConfigOf(text: string | null | undefined): LinkConfig | undefined {
  try {
    const value = JSON.parse(text ?? "") as Partial<LinkConfig> | null;
    const isWhole = [value?.table, value?.txt, value?.key].every((part) => typeof part === "string" && part !== "");
    return isWhole ? (value as LinkConfig) : undefined;
  } catch {
    return undefined;
  }
}

/** The fields of a chain all pick from the first one's table. */
export function withLinkedFields(fields: readonly OnlineFormField[]): readonly OnlineFormField[] {
  const settings = new Map<string, string>();
  for (const field of fields) {
    if (field.fieldShowType !== "link_down" || !field.dictTable) continue;
    for (const name of splitList(linkConfigOf(field.dictTable)?.linkField)) settings.set(name, field.dictTable);
  }
  return fields.map((field) => {
    const dictTable = field.dictTable ? undefined : settings.get(field.dbFieldName);
    return dictTable === undefined ? field : { ...field, fieldShowType: "link_down", dictTable };
  });
}
