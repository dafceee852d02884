import { isForbiddenName } from "../expr/names.ts";
import { snakeCase, systemFields } from "../model/resolve-model.ts";
import { onlineFormMessages as texts } from "./messages.ts";

/** Columns that every table of ours has, and the field that reads each. */
export const systemColumns: ReadonlyMap<string, string> = new Map(systemFields.map((name) => [snakeCase(name), name]));

/** Kept by the engine and never part of a definition. */
export const engineColumns: ReadonlySet<string> = new Set(["version", "tenant_id", "del_flag"]);

/** The document id of a stored form's model. */
export const formModelId = (headId: string): string => `online/form/${headId.toLowerCase()}`;
export const isFormModel = (modelId: string): boolean => modelId.startsWith("online/form/");
export const formBase = (headId: string): string => `/online/cgform/form/${headId}`;
const belowForm = /^\/online\/cgform\/form\/([^/]+)\//;
/** The head whose form has its calls there, whether or not there is such a form; undefined for any other path. */
export const formOfPath = (path: string): string | undefined => belowForm.exec(path)?.[1];
/** What stands before the codes of one form, as of one report. */
export const formPrefix = (headId: string): string => `online:cgform:${headId}`;
/** The relation by which rows of a tree hang below each other. */
export const treeRelation = "tree";

/** Of the product itself and of PostgreSQL. */
const reservedPrefixes = ["sys_", "onl_", "pg_", "sql_", "schema_"];

/**
 * Words that PostgreSQL keeps, and those that other tools over the same tables stumble on. Ours are quoted, theirs may
 * not be.
 */
const reservedWords: ReadonlySet<string> = new Set(
  `all alter analyse analyze and any array as asc asymmetric authorization begin between binary both by case cast check
  collate collation column commit concurrently constraint create cross current_catalog current_date current_role
  current_schema current_time current_timestamp current_user database default deferrable delete desc distinct do drop
  else end except exists explain false fetch for foreign freeze from full function grant group having ilike in index
  initially inner insert intersect into is isnull join key lateral leading left like limit localtime localtimestamp
  natural not notnull null offset on only or order outer overlaps placing primary references returning revoke right
  rollback row rows rownum schema select session_user set similar some symmetric table tablesample then to trailing
  trigger true truncate union unique update user using values variadic verbose view when where window with`.split(
    /\s+/,
  ),
);

/** PostgreSQL keeps these of every table by itself. */
const databaseColumns: ReadonlySet<string> = new Set(["ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"]);

const namePattern = /^[a-z][a-z0-9_]*$/;
const viewPattern = /^([a-z][a-z0-9_]*)\$\d{1,4}$/;

export const tableNameLimit = 50;
export const columnNameLimit = 32;

/** Stored names are lower-case; what surrounds them is a slip of the keyboard. */
export const plainName = (name: string): string => name.trim().toLowerCase();

/** The physical table of a form or of a view of it. */
export const physicalTable = (tableName: string): string => viewPattern.exec(tableName)?.[1] ?? tableName;

/** Why a table cannot be called so; undefined when it can. Whether the name is free is for the database to say. */
export function tableNameFault(name: string): string | undefined {
  if (name.length > tableNameLimit) return texts.tooLong(texts.table, tableNameLimit);
  if (!namePattern.test(name)) return texts.badName(texts.table);
  if (reservedWords.has(name) || isForbiddenName(name)) return texts.reservedWord(texts.table, name);
  const prefix = reservedPrefixes.find((one) => name.startsWith(one));
  return prefix === undefined ? undefined : texts.reservedPrefix(prefix);
}

/** Why a column cannot be called so; undefined when it can. */
export function columnNameFault(name: string): string | undefined {
  if (name.length > columnNameLimit) return texts.tooLong(texts.column, columnNameLimit);
  if (!namePattern.test(name)) return texts.badName(texts.column);
  if (engineColumns.has(name)) return texts.engineColumn(name);
  if (reservedWords.has(name) || databaseColumns.has(name) || isForbiddenName(name)) {
    return texts.reservedWord(texts.column, name);
  }
  return undefined;
}
