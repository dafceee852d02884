import { formatDocument } from "../schema/format-document.ts";
import type { DataDocument, ScreenDocument } from "../schema/types.gen.ts";

type Row = Readonly<Record<string, unknown>>;

/** The parts of a report's definition that documents carry: wire names and values of its models. */
export interface DefinitionRows {
  readonly head: Row;
  readonly items: readonly Row[];
  readonly params: readonly Row[];
}

/** Where the report stands in the menu; without one it is put below 报表中心. */
export interface ReportMenu {
  readonly parent: string;
  readonly icon?: string;
  readonly sort: number;
}

/** A file of a document root. */
export interface DocumentFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const folder = "report";
const usualMenu: ReportMenu = { parent: "report", sort: 900 };

/**
 * An online report as files of a document root: a data document with its definition, published as it is, and a `report`
 * screen over it, with the rights of a report that stands in the menu. Empty values are left out, so that the files
 * read as if somebody had written them.
 */
export function reportDocuments({ head, items, params }: DefinitionRows, menu?: ReportMenu): readonly DocumentFile[] {
  const code = String(head.code);
  const words = code.split("_").filter((word) => word !== "");
  const name = words.join("-").toLowerCase();
  const title = String(head.name);
  const row = {
    id: code,
    ...stated(head),
    status: "1",
    items: items.map((item, index) => ({ ...stated(item), orderNum: index + 1 })),
    params: params.map((param, index) => ({ ...stated(param), orderNum: index + 1 })),
  };
  const data = {
    $schema: "../meta/v1/data.schema.json",
    schemaVersion: 1,
    description: title,
    model: "online/cgreport-head",
    key: ["code"],
    rows: [row],
  } satisfies DataDocument & { readonly $schema: string };
  const screen = {
    $schema: "../meta/v1/screen.schema.json",
    schemaVersion: 1,
    kind: "report",
    id: `${folder}/${name}`,
    title,
    permissionPrefix: `online:cgreport:${code}`,
    menu: { ...(menu ?? usualMenu), path: `/${folder}/${words.map(capitalised).join("")}` },
    source: { type: "cgreport", code },
  } satisfies ScreenDocument & { readonly $schema: string };
  return [
    { path: `${folder}/${name}.data.json`, text: formatDocument(JSON.stringify(data), "data") },
    { path: `${folder}/${name}.screen.json`, text: formatDocument(JSON.stringify(screen), "screen") },
  ];
}

const capitalised = (word: string, index: number) =>
  index === 0 ? word : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

const ownColumns: ReadonlySet<string> = new Set(["id", "cgrheadId", "status", "publishedVersion"]);

const stated = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => !ownColumns.has(name) && value !== null && value !== undefined && value !== "",
    ),
  );
