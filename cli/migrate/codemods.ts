import { applyEdits, type Edit, modify } from "jsonc-parser";
import type { DocumentKind } from "../../runtime/schema/compose.ts";
import { formatDocument } from "../../runtime/schema/format-document.ts";

/** The version of the language that this program speaks, as documents write it in `schemaVersion`. */
export const languageVersion = 1;

type Path = (string | number)[];

interface Codemod {
  /** Documents of an earlier version need it; those of this version may still have a word that it takes out. */
  readonly version: number;
  readonly title: string;
  /** Places to change, with their new value; undefined removes. */
  readonly places: (
    document: Readonly<Record<string, unknown>>,
  ) => readonly { readonly path: Path; readonly value: unknown }[];
}

/** Every change of the language that a document can follow by itself, the oldest first. */
export const codemods: readonly Codemod[] = [
  {
    version: 1,
    title: "写明 schemaVersion",
    places: ({ schemaVersion }) =>
      schemaVersion === undefined || schemaVersion === 0 ? [{ path: ["schemaVersion"], value: 1 }] : [],
  },
  {
    version: 1,
    title: "删去表格的 virtual（0026）",
    places: (document) =>
      pathsOf(document, (path) => path.at(-1) === "virtual" && path.at(-2) === "table").map((path) => ({
        path,
        value: undefined,
      })),
  },
];

export interface Migrated {
  readonly text: string;
  /** What was changed, in words; empty for a document of today. */
  readonly changes: readonly string[];
  /** Why nothing could be done. */
  readonly problem?: string;
}

/** A document of an earlier version in the language of today. Pure; what it does not know stays as written. */
export function migrateDocument(text: string, kind: DocumentKind): Migrated {
  const document = parsed(text);
  if (!document) return { text, changes: [] };
  const { schemaVersion } = document;
  if (typeof schemaVersion === "number" && schemaVersion > languageVersion) {
    const problem = `文档的版本是 ${schemaVersion}，程序只认识到 ${languageVersion}；请先升级程序`;
    return { text, changes: [], problem };
  }
  let current = text;
  const changes: string[] = [];
  for (const { title, places } of codemods) {
    const found = places(parsed(current) ?? {});
    if (found.length === 0) continue;
    // From the end, so that the places before stay what they are.
    for (const { path, value } of found.toReversed()) current = applyEdits(current, edit(current, path, value));
    changes.push(title);
  }
  return { text: changes.length > 0 ? formatDocument(current, kind) : text, changes };
}

const edit = (text: string, path: Path, value: unknown): Edit[] => modify(text, path, value, { formattingOptions: {} });

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined; // the linter says where
  }
}

/** Paths of everything inside a value that `isMeant`. */
function pathsOf(value: unknown, isMeant: (path: Path) => boolean, path: Path = []): Path[] {
  if (path.length > 0 && isMeant(path)) return [path];
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? value.map((item, index) => [index, item] as const) : Object.entries(value);
  return entries.flatMap(([key, inner]) => pathsOf(inner, isMeant, [...path, key]));
}
