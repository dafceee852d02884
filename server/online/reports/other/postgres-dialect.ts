import { resolveModel } from "../../../../runtime/model/resolve-model.ts";
import type { ResolvedModel } from "../../../../runtime/model/resolved-model.ts";
import type { Field } from "../../../../runtime/schema/types.gen.ts";
import type { Queryable } from "../../../db/database.ts";
import type { SourceSession } from "../../data-sources/source-pools.ts";
import type { SourceRun } from "../report-source.ts";
import { BoundValues, bindValues } from "../sql/bind-values.ts";
import { wireTypes } from "../sql/describe-columns.ts";
import { type ParsedTree, parseReport } from "../sql/parse-report.ts";
import { emptyStatement, figuresStatement, pageStatement } from "../sql/wrap-report.ts";
import type { OtherDialect } from "./other-source.ts";

type Models = ReadonlyMap<string, ResolvedModel>;

interface PostgresParts {
  /** Only writes statements down; it is not asked. */
  readonly kysely: Queryable;
  readonly clock: () => string;
}

const nobody = {
  username: "",
  realname: "",
  userId: "",
  orgCode: "",
  orgCodes: [],
  tenantId: 0,
} as unknown as SourceRun["caller"];

/**
 * PostgreSQL of another system, through the same tree as our own reports: its tables stand in for our models, so what
 * may be written is the same and a wrong name is told with its place.
 */
export function postgresDialect({ kysely, clock }: PostgresParts): OtherDialect {
  const place = { kysely, schema: "public" };
  const parsed = async (text: string, session: SourceSession): Promise<ParsedTree> =>
    parseReport(text, await tablesOf(session));
  const bound = (
    tree: ParsedTree,
    { caller, values = {}, defaults = {} }: Pick<SourceRun, "caller" | "values" | "defaults">,
  ) => {
    const numbered = new BoundValues();
    const select = bindValues(tree, { caller, now: clock(), values, defaults }, numbered);
    return { select, values: numbered.values };
  };
  return {
    title: "PostgreSQL",
    typeOf: (typeId) => wireTypes[typeId] ?? "String",
    params: async (text, session) => {
      const { params } = await parsed(text, session);
      return params.filter(({ kind }) => kind === "param").map(({ name }) => name);
    },
    empty: async (text, session) => emptyStatement(bound(await parsed(text, session), { caller: nobody }), place),
    page: async (request, columns, session) => {
      const report = await parsed(request.text, session);
      return pageStatement(bound(report, request), { ...request, report }, { ...place, columns });
    },
    figures: async (request, columns, session) => {
      const report = await parsed(request.text, session);
      return figuresStatement(bound(report, request), { ...request, report }, { ...place, columns });
    },
  };
}

/** The tables and views that the account may read where its names are looked up, as far as reports can name them. */
export async function tablesOf(session: SourceSession): Promise<Models> {
  const { rows } = await session.query(
    `select c.table_name, c.column_name, c.data_type from information_schema.columns c
    where c.table_schema = any(current_schemas(false)) and has_table_privilege(
      quote_ident(c.table_schema) || '.' || quote_ident(c.table_name), 'select')
    order by c.table_name, c.ordinal_position limit 20000`,
  );
  const columnsOf = new Map<string, [name: string, type: string][]>();
  for (const [table, name, type] of rows) {
    if (!table || !name) continue;
    columnsOf.set(table, [...(columnsOf.get(table) ?? []), [name, type ?? ""]]);
  }
  return new Map([...columnsOf].map(([table, columns]) => [table, modelOf(table, columns)]));
}

function modelOf(table: string, columns: readonly (readonly [name: string, type: string])[]): ResolvedModel {
  const fields = columns.map(([name]) => [name, { type: "string", title: name, column: name } as Field] as const);
  return resolveModel(
    {
      schemaVersion: 1,
      id: table,
      title: table,
      table,
      base: "/other",
      permissionPrefix: "other",
      fields: Object.fromEntries(fields),
    },
    () => undefined,
  );
}
