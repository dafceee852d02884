import type { Editor } from "../../../runtime/schema/types.gen.ts";

export type EntryColumn = Extract<Editor, { readonly type: "entries" }>["columns"][number];
/** An entry as it is typed: column key → text. What the columns do not name is carried along. */
export interface Entry {
  readonly texts: Readonly<Record<string, string>>;
  readonly rest: Readonly<Record<string, unknown>>;
}

type Form = NonNullable<EntryColumn["form"]>;
interface Pair {
  readonly key: string;
  readonly value: string;
}

const parts = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Both ways between JSON and what is typed, per form of a column. */
const forms: Readonly<Record<Form, { write(value: unknown): string; read(text: string): unknown }>> = {
  text: { write: (value) => textOf(value), read: (text) => text },
  list: { write: (value) => itemsOf(value).map(textOf).join(", "), read: (text) => parts(text, /[,，\n]/) },
  pairs: {
    write: (value) =>
      itemsOf(value)
        .map((pair) => `${textOf((pair as Pair | null)?.key)}=${textOf((pair as Pair | null)?.value)}`)
        .join("\n"),
    read: (text) =>
      parts(text, /\n/).map((line): Pair => {
        const at = line.indexOf("=");
        return at < 0 ? { key: line, value: "" } : { key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
      }),
  },
};

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * The entries of a value: a list of objects or its JSON text.
 *
 * @returns undefined for a value that is neither; it is shown as it is, so that nothing is lost
 * @example readEntries('[{"name":"Path","args":["/a"]}]', columns)[0].texts // { name: "Path", args: "/a" }
 */
export function readEntries(value: unknown, columns: readonly EntryColumn[]): readonly Entry[] | undefined {
  if (value === null || value === undefined || value === "") return [];
  const list = typeof value === "string" ? parse(value) : value;
  if (!Array.isArray(list) || !list.every((item) => typeof item === "object" && item !== null)) return undefined;
  return list.map((item: Readonly<Record<string, unknown>>) => ({
    texts: Object.fromEntries(columns.map(({ key, form = "text" }) => [key, forms[form].write(item[key])])),
    rest: Object.fromEntries(Object.entries(item).filter(([key]) => !columns.some((column) => column.key === key))),
  }));
}

/** The value of entries: null when there is none; a text field holds JSON as text. */
export function writeEntries(entries: readonly Entry[], columns: readonly EntryColumn[], asText: boolean): unknown {
  if (entries.length === 0) return null;
  const list = entries.map(({ texts, rest }) => ({
    ...Object.fromEntries(columns.map(({ key, form = "text" }) => [key, forms[form].read(texts[key] ?? "")])),
    ...rest,
  }));
  return asText ? JSON.stringify(list) : list;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
