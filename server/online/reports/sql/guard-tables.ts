import { type RawBuilder, sql } from "kysely";
import type { ResolvedField, ResolvedModel } from "../../../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../../../runtime/permission/field-access.ts";
import type { MaskShape } from "../../../../runtime/permission/mask.ts";
import { type Condition, every, isAlways } from "../../../../runtime/query/condition.ts";
import type { Caller } from "../../../auth/caller.ts";
import type { Queryable } from "../../../db/database.ts";
import { quoted, refuse } from "../../../http/refusal.ts";
import { mayList, readableMasters } from "../../../models/masters-of.ts";
import { columnOf, toSql } from "../../../models/query/to-sql.ts";
import { visibleCondition } from "../../../models/visible-rows.ts";
import type { BoundValues } from "./bind-values.ts";
import { namedColumns } from "./named-columns.ts";
import { type OfferedTable, offeredTables } from "./offered-tables.ts";
import { ownSelect } from "./own-sql.ts";
import type { RunAs } from "./report-sql.ts";
import type { SqlBody } from "./sql-tree.ts";
import { namedTables } from "./table-scopes.ts";

export interface Guard {
  readonly kysely: Queryable;
  /** Where our tables are. */
  readonly schema: string;
  readonly models: ReadonlyMap<string, ResolvedModel>;
  readonly caller: Caller;
  readonly runAs: RunAs;
  readonly now: string;
}

/**
 * Keeps the planner from running anything outside of a sub-select before its conditions. The zero is a text: a number is
 * converted only after PostgreSQL has decided that a sub-select with an offset it cannot read is nothing for its workers.
 */
const fence = sql`offset '0'`;

/**
 * Puts a sub-select in the place of every table: the columns that the caller may read and the rows that exist for them.
 * Where rows are left out, a fence keeps anything of the author's behind that: no function, cast or division of theirs ever meets a row that is not the caller's. Where none are, the planner dissolves it and
 * the report costs what the bare table would.
 *
 * WITH queries get names of ours, so that a name that we took for one can never reach a table.
 *
 * @throws AppError INVALID naming a table whose list the caller may not open
 */
export function guardTables(select: SqlBody, guard: Guard, bound: BoundValues): void {
  const offered = offeredTables(guard.models);
  const named = namedColumns(select);
  const names = new Map<SqlBody, string>();
  for (const { slot, query } of namedTables(select)) {
    const { relname, alias = { aliasname: relname } } = slot.body;
    if (query) {
      const name = names.get(query) ?? `report_with_${names.size + 1}`;
      names.set(query, name);
      Object.assign(slot.body, { relname: name, alias });
      continue;
    }
    const table = offered.get(String(relname));
    if (!table) throw refuse(`没有表${quoted(relname)}，或报表不能读取它`);
    const subquery = { SelectStmt: ownSelect(readableRows(table, guard, named), bound, guard) };
    slot.replace({ RangeSubselect: { subquery, alias } });
  }
  for (const [query, name] of names) query.ctename = name;
}

function readableRows(
  { model, columns }: OfferedTable,
  guard: Guard,
  named: ReadonlySet<string> | undefined,
): RawBuilder<unknown> {
  const reader = guard.runAs === "report" ? { ...guard.caller, dataRules: new Map() } : guard.caller;
  const condition = every(listedCondition(model, guard), visibleCondition(model, reader, guard.now));
  const used = [...columns.values()].filter(({ column }) => named?.has(column) ?? true);
  // A text may use none, to count rows.
  const shown = (used.length > 0 ? used : [...columns.values()].slice(0, 1)).map((field) =>
    columnSql(model, field, guard),
  );
  const table = sql.id(guard.schema, model.table);
  if (isAlways(condition)) return sql`select ${sql.join(shown)} from ${table}`;
  return sql`select ${sql.join(shown)} from ${table} where ${toSql(condition, { model })} ${fence}`;
}

/**
 * As in lists: who may open the list may read its rows; what is a part of others may be read by who may open their
 * list, as far as they see the master.
 */
function listedCondition(model: ResolvedModel, { caller, runAs, models, now }: Guard): Condition {
  if (runAs === "report" || mayList(caller, model)) return every();
  const masters = readableMasters(models, model, caller);
  if (masters.length === 0) throw refuse(`没有查看${quoted(model.title)}的权限，请联系管理员授权`);
  return {
    kind: "some",
    of: masters.map(({ model: master, foreignKey }) => ({
      kind: "names",
      field: foreignKey,
      model: master,
      where: visibleCondition(master, caller, now),
    })),
  };
}

/**
 * A column that the caller may not see is NULL in every row, one that they see masked is its masked text everywhere.
 */
function columnSql(model: ResolvedModel, field: ResolvedField, { caller, runAs }: Guard): RawBuilder<unknown> {
  const column = columnOf(field, { model });
  const access = runAs === "report" ? undefined : modelAccess(model, caller).get(field.name);
  if (!access || (access.visible && !access.mask)) return column;
  const shown = access.mask ? maskedSql(column, access.mask) : sql`case when false then ${column} end`;
  return sql`${access.visible ? shown : sql`case when false then ${column} end`} as ${sql.ref(field.column)}`;
}

/** `maskText` as SQL. */
function maskedSql(column: RawBuilder<unknown>, { keepStart, keepEnd }: MaskShape): RawBuilder<unknown> {
  const text = sql`cast(${column} as text)`;
  const hidden = sql`char_length(${text}) - ${sql.lit(keepStart + keepEnd)}`;
  return sql`case when ${hidden} <= 0 then repeat('*', char_length(${text})) else
    "left"(${text}, ${sql.lit(keepStart)}) || repeat('*', ${hidden}) || "right"(${text}, ${sql.lit(keepEnd)}) end`;
}
