import { parseSync } from "libpg-query";
import { deparseSync } from "pgsql-deparser";
import { refuse } from "../../../http/refusal.ts";
import type { SqlBody, SqlNode } from "./sql-tree.ts";

/**
 * A tree as SQL. What was written is read again and has to be the tree that was checked: a mistake of the writer ends
 * here, not in the database.
 *
 * @throws AppError INVALID for a tree that cannot be written faithfully
 */
export function writeSql(select: SqlBody): string {
  const text = written(select);
  if (comparable(readBack(text)) !== comparable(select)) {
    throw refuse("SQL 中有不支持的写法，请改写（例如给复杂的表达式加上括号）");
  }
  return text;
}

function written(select: SqlBody): string {
  try {
    return deparseSync({ SelectStmt: select } as Parameters<typeof deparseSync>[0], { pretty: false });
  } catch {
    throw refuse("SQL 中有不支持的写法，请改写");
  }
}

function readBack(text: string): SqlBody | undefined {
  try {
    const statements = (parseSync(text).stmts ?? []) as unknown as readonly { readonly stmt: SqlNode }[];
    return statements.length === 1 ? statements[0]?.stmt.SelectStmt : undefined;
  } catch {
    return undefined;
  }
}

/** Places differ, and how a function or type of the system was spelled: neither changes what a statement does. */
const ignored = new Set(["location", "list_start", "list_end", "rexpr_list_start", "rexpr_list_end", "funcformat"]);

function comparable(value: unknown): string {
  return JSON.stringify(plain(value));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(plain);
    const isOwn = items.length === 2 && JSON.stringify(items[0]) === systemSchema;
    return isOwn ? items.slice(1) : items;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key, inner]) => !ignored.has(key) && inner !== undefined);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([k, v]) => [k, plain(v)]));
}

const systemSchema = JSON.stringify({ String: { sval: "pg_catalog" } });
