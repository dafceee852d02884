import { codeMessages } from "../../code/code-messages.ts";
import { type CatalogueTable, paramsIn, type SqlCatalogue } from "./report-sql.ts";

export interface SqlOffer {
  readonly kind: "table" | "column" | "function" | "keyword" | "param";
  /** What is put in; also what is found by. */
  readonly name: string;
  /** What it is called, shown beside it. */
  readonly title: string;
}

const { sql: texts } = codeMessages;

const keywords =
  "select distinct from where and or not in is null like between exists join left inner on group by having order asc desc limit offset as case when then else end union all with cast coalesce".split(
    " ",
  );

/**
 * What may stand at a place of a statement: a table after `from`, a column of the table named before a dot, parameters
 * and variables inside `${` and `#{`; elsewhere columns of the tables that the statement names, functions and keywords.
 *
 * @param place characters before the place
 */
export function offersAt(text: string, place: number, catalogue: SqlCatalogue | undefined): readonly SqlOffer[] {
  const before = text.slice(0, place);
  const [, mark] = /([$#])\{\w*$/.exec(before) ?? [];
  if (mark === "$") return paramsIn(text).map((name) => ({ kind: "param", name, title: texts.param }));
  if (mark === "#")
    return (catalogue?.variables ?? []).map(({ name, title }) => ({
      kind: "param",
      name,
      title: title || texts.variable,
    }));
  const tables = catalogue?.tables ?? [];
  const [, owner] = /([\w\u4e00-\u9fff]+)\.\w*$/.exec(before) ?? [];
  if (owner !== undefined) return columnsOf(tablesOf(text, tables).get(owner.toLowerCase()));
  if (
    /\b(from|join|,)\s+\w*$/i.test(before) &&
    /\b(from|join)\b(?![\s\S]*\b(where|group|order|having|on)\b)/i.test(before)
  )
    return tables.map(({ name, title }) => ({ kind: "table", name, title }));
  const columns = [...new Set(tablesOf(text, tables).values())].flatMap(columnsOf);
  return [
    ...new Map(columns.map((column) => [column.name, column])).values(),
    ...(catalogue?.functions ?? []).map((name): SqlOffer => ({ kind: "function", name, title: "" })),
    ...keywords.map((name): SqlOffer => ({ kind: "keyword", name, title: "" })),
  ];
}

const columnsOf = (table: CatalogueTable | undefined): readonly SqlOffer[] =>
  (table?.columns ?? []).map(({ name, title }) => ({ kind: "column", name, title }));

/** Words that follow a table and are none of its names. */
const noAlias = /^(on|where|group|order|left|right|inner|join|cross|full|having|limit|union|using|as|set)$/i;

/** The tables that a statement names, by what it calls them. */
function tablesOf(text: string, tables: readonly CatalogueTable[]): ReadonlyMap<string, CatalogueTable> {
  const known = new Map(tables.map((table) => [table.name.toLowerCase(), table]));
  const found = new Map<string, CatalogueTable>();
  for (const [, name = "", alias] of text.matchAll(
    /(?:\bfrom|\bjoin|,)\s+(\w+)(?:\s+(?:as\s+)?([\w\u4e00-\u9fff]+))?/gi,
  )) {
    const table = known.get(name.toLowerCase());
    if (!table) continue;
    found.set(name.toLowerCase(), table);
    if (alias !== undefined && !noAlias.test(alias)) found.set(alias.toLowerCase(), table);
  }
  return found;
}
