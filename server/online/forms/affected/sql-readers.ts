import { sql } from "kysely";
import { AppError } from "../../../http/errors.ts";
import { type ParsedTree, parseReport } from "../../reports/sql/parse-report.ts";
import { namesIn, nodesOf } from "../../reports/sql/sql-tree.ts";
import { readChange } from "../enhance/read-change.ts";
import { designOf, type Found, isAffected, type Look, lostOf, shownColumns } from "./look.ts";

/** Reports over this database, as they are and as they were published. */
export async function affectedReports({ db, documents, change }: Look): Promise<readonly Found[]> {
  const { rows } = await sql<{ id: string; name: string; text: string; published: string | null; items: string[] }>`
    select h.id, h.name, h.cgr_sql as text, v.definition -> 'head' ->> 'cgrSql' as published,
      coalesce((select array_agg(i.field_name) from onl_cgreport_item i where i.cgrhead_id = h.id), '{}') as items
    from onl_cgreport_head h
    left join onl_cgreport_version v on v.cgrhead_id = h.id and v.version_num = h.published_version
    where coalesce(h.db_source, '') = '' order by h.name, h.id`.execute(db);
  const found: Found[] = [];
  for (const { id, name, text, published, items } of rows) {
    const columns = new Set<string>();
    let reads = false;
    for (const one of new Set([text, published ?? text])) {
      const tree = one.includes(change.table)
        ? await treeOf(() => parseReport(one, documents.resolvedModels))
        : undefined;
      if (!tree?.models.includes(change.modelId)) continue;
      reads = true;
      for (const column of lostOf(change, columnsOf(tree, items))) columns.add(column);
    }
    if (!reads || !isAffected(change, [...columns])) continue;
    found.push({
      name,
      place: "SQL",
      columns: shownColumns(change, [...columns]),
      link: { page: "cgreportDesign", id },
    });
  }
  return found;
}

/** Names of columns in a text; one that takes every column shows those that its report lists. */
function columnsOf({ select }: ParsedTree, listed: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (const { kind, body } of nodesOf("SelectStmt", select)) {
    if (kind === "ColumnRef") names.push(...namesIn(body.fields).slice(-1));
    if (kind === "A_Star") names.push(...listed);
  }
  return names;
}

/** A text that is broken already is broken by nobody. */
async function treeOf<Tree>(read: () => Promise<Tree>): Promise<Tree | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Statements that buttons of forms run. */
export async function affectedStatements({ db, documents, forms, change }: Look): Promise<readonly Found[]> {
  const { rows } = await sql<{ head: string; button: string; text: string }>`
    select cgform_head_id as head, button_code as button, cgb_sql as text from onl_cgform_enhance_sql
    where position(${change.table} in cgb_sql) > 0 order by cgform_head_id, button_code, id`.execute(db);
  const byId = new Map([...forms].map((form) => [form.head.id, form]));
  const found: Found[] = [];
  for (const { head, button, text } of rows) {
    const form = byId.get(head);
    // Statements of a form go with it.
    if (!form || (change.next === undefined && head === change.headId)) continue;
    const own = new Set(form.fields.map(({ dbFieldName }) => dbFieldName));
    const read = await treeOf(() => readChange(text, documents.resolvedModels, own));
    if (!read?.select.models.includes(change.modelId) && read?.modelId !== change.modelId) continue;
    const columns = lostOf(change, [...columnsOf(read.select, []), ...read.fields]);
    if (!isAffected(change, columns)) continue;
    const title = form.buttons.find(({ buttonCode }) => buttonCode === button)?.buttonName ?? button;
    found.push({
      name: form.head.tableTxt,
      place: title,
      columns: shownColumns(change, columns),
      link: designOf(head),
    });
  }
  return found;
}
