import { isEmpty } from "./address.ts";

export type RecordMode = "add" | "edit" | "copy" | "detail";

/** What the address of a form page asks for. */
export interface RecordAddress {
  readonly mode: RecordMode;
  /** Absent only for `add`. */
  readonly id: string | undefined;
  /** Values that a new record starts with: parameters named like a field. */
  readonly values: Readonly<Record<string, unknown>>;
}

const modes: ReadonlySet<string> = new Set(["add", "edit", "copy", "detail"] satisfies RecordMode[]);

/**
 * `?mode=` says what is done and `?id=` with which record; without a mode a record is edited and none is added.
 *
 * @param params parameters of the address, those of its path included
 * @param fields names that may be filled in beforehand
 * @example readRecordAddress({ levelId: "3" }, fields) // { mode: "add", id: undefined, values: { levelId: "3" } }
 */
export function readRecordAddress(
  params: Readonly<Record<string, unknown>>,
  fields: { has(name: string): boolean },
): RecordAddress {
  const id = typeof params.id === "string" && params.id !== "" ? params.id : undefined;
  const asked = String(params.mode ?? "");
  const written = asked === "view" ? "detail" : modes.has(asked) ? (asked as RecordMode) : undefined;
  const values = Object.fromEntries(
    Object.entries(params).filter(
      ([name, value]) => name !== "id" && name !== "mode" && fields.has(name) && !isEmpty(value),
    ),
  );
  if (id === undefined) return { mode: "add", id: undefined, values };
  return { mode: written === "add" || written === undefined ? "edit" : written, id, values };
}
