import {
  allowedFunctions,
  allowedOperators,
  allowedSubLinks,
  allowedTypes,
  allowedValueFunctions,
  impliedNames,
  longestPadding,
  paddingFunctions,
  refusedConstructs,
  refusedParts,
  systemColumns,
} from "./allowed.ts";
import { type OfferedTable, offeredTables } from "./offered-tables.ts";
import { isMarked } from "./read-params.ts";
import { childrenOf, namesIn, nodesOf, type Slot, type SqlBody, type SqlNode, shapes } from "./sql-tree.ts";
import { namedTables } from "./table-scopes.ts";

/** Refuses with the place of a node, or of the nearest one above that has a place. */
export type Fail = (location: number | undefined, reason: string) => Error;

const [maxNodes, maxDepth] = [6_000, 120];

type Rule = (body: SqlBody, refuse: (reason: string) => Error) => void;

const quoted = (name: string): string => `“${name}”`;

/** What has to hold for a node of a kind, beside its shape. */
const rules: Readonly<Record<string, Rule>> = {
  FuncCall: (body, refuse) => {
    const name = plainName(body.funcname);
    if (name === undefined || !allowedFunctions.has(name)) {
      throw refuse(`不支持函数${quoted(namesIn(body.funcname).join("."))}`);
    }
    if (paddingFunctions.has(name) && !(constantInteger(body.args, 1) <= longestPadding)) {
      throw refuse(`函数${quoted(name)}的长度须写成不超过 ${longestPadding} 的整数`);
    }
  },
  TypeName: (body, refuse) => {
    const name = plainName(body.names);
    if (name === undefined || !allowedTypes.has(name)) {
      throw refuse(`不支持类型${quoted(namesIn(body.names).join("."))}`);
    }
  },
  A_Expr: ({ name }, refuse) => checkOperator(name, refuse),
  SubLink: ({ subLinkType, operName }, refuse) => {
    if (!allowedSubLinks.has(String(subLinkType))) throw refuse("不支持这种子查询");
    if (operName !== undefined) checkOperator(operName, refuse);
  },
  SQLValueFunction: ({ op }, refuse) => {
    if (!allowedValueFunctions.has(String(op))) {
      throw refuse(`不支持${quoted(String(op).replace("SVFOP_", ""))}，请用 #{sys_user_code} 等系统变量`);
    }
  },
  CommonTableExpr: ({ ctequery, ctename }, refuse) => {
    const [kind = ""] = Object.keys((ctequery ?? {}) as SqlNode);
    if (kind !== "SelectStmt") throw refuse(`${quoted(String(ctename))}只能是 SELECT`);
  },
  RangeVar: ({ inh, relpersistence }, refuse) => {
    if (inh !== true || relpersistence !== "p") throw refuse("不支持 ONLY");
  },
  SortBy: ({ node }, refuse) => {
    if (isParam(node)) throw refuse("参数不能用作排序列，请在列上允许排序");
  },
  SelectStmt: ({ groupClause }, refuse) => {
    if (((groupClause ?? []) as SqlNode[]).some(isParam)) throw refuse("参数不能用作分组列");
  },
  A_Indices: ({ is_slice: isSlice }, refuse) => {
    if (isSlice) throw refuse("不支持数组切片");
  },
};

/**
 * Looks at every node of a statement: anything that is not named as allowed is refused.
 *
 * @returns the tables it reads
 */
export function checkTree(select: SqlBody, models: Parameters<typeof offeredTables>[0], fail: Fail): OfferedTable[] {
  checkNodes({ kind: "SelectStmt", body: select, key: "", replace: () => {} }, undefined, { nodes: 0 }, 0, fail);
  const offered = offeredTables(models);
  const tables = namedTables(select).flatMap(({ slot: { body }, query }) => {
    if (query) return [];
    const table = offered.get(String(body.relname));
    if (!table) throw fail(locationOf(body), `没有表${quoted(String(body.relname))}，或报表不能读取它`);
    return [table];
  });
  checkColumns(select, tables, fail);
  return [...new Set(tables)];
}

function checkNodes(slot: Slot, above: number | undefined, count: { nodes: number }, depth: number, fail: Fail): void {
  const { kind, body } = slot;
  const place = locationOf(body) ?? above ?? firstLocation(body);
  const refuse = (reason: string) => fail(place, reason);
  count.nodes += 1;
  if (count.nodes > maxNodes || depth > maxDepth) throw refuse("SQL 过于复杂，请拆分或简化");
  const shape = Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
  if (!shape) throw refuse(`不支持 ${refusedConstructs[kind] ?? `这种写法（${kind}）`}`);
  for (const key of Object.keys(body)) {
    if (!Object.hasOwn(shape, key)) throw refuse(`不支持 ${refusedParts[key] ?? `这种写法（${key}）`}`);
  }
  rules[kind]?.(body, refuse);
  for (const child of childrenOf(kind, body)) checkNodes(child, place, count, depth + 1, fail);
}

/**
 * Names of columns that are none, with their place. Which of the tables has it is for the database to say: here a name is
 * known when any table of the text has it, or the text itself gives it to something.
 */
function checkColumns(select: SqlBody, tables: readonly OfferedTable[], fail: Fail): void {
  const known = new Set([...impliedNames, ...tables.flatMap(({ columns }) => [...columns.keys()])]);
  const references: SqlBody[] = [];
  for (const { kind, body, key } of nodesOf("SelectStmt", select)) {
    if (kind === "ColumnRef") references.push(body);
    if (kind === "RangeVar") known.add(String(body.relname));
    if (kind === "ResTarget" && body.name !== undefined) known.add(String(body.name));
    if (kind === "CommonTableExpr") known.add(String(body.ctename));
    if (kind === "Alias") known.add(String(body.aliasname));
    if (kind === "String" && (key === "colnames" || key === "aliascolnames")) known.add(String(body.sval));
    if (kind === "FuncCall") known.add(namesIn(body.funcname).at(-1) ?? "");
    if (kind === "TypeName") known.add(namesIn(body.names).at(-1) ?? "");
    if (kind === "SelectStmt" && body.valuesLists) for (let at = 1; at <= 100; at += 1) known.add(`column${at}`);
  }
  if (select.valuesLists) for (let at = 1; at <= 100; at += 1) known.add(`column${at}`);
  for (const body of references) {
    const names = namesIn(body.fields);
    if (names.length > 2) throw fail(locationOf(body), "不支持 模式名.表.列 的写法");
    const [name] = names.slice(-1);
    if (name === undefined) continue;
    if (systemColumns.has(name) && !known.has(name)) throw fail(locationOf(body), `不支持系统列${quoted(name)}`);
    if (!known.has(name)) throw fail(locationOf(body), `没有列${quoted(name)}，或报表不能读取它`);
  }
}

function checkOperator(name: unknown, refuse: (reason: string) => Error): void {
  const names = namesIn(name);
  const [operator = ""] = names;
  if (names.length !== 1 || !allowedOperators.has(operator)) throw refuse(`不支持运算符${quoted(names.join("."))}`);
}

/** A name without schema, or in the one that the parser itself writes. */
function plainName(list: unknown): string | undefined {
  const names = namesIn(list);
  const plain = names.length === 2 && names[0] === "pg_catalog" ? names.slice(1) : names;
  return plain.length === 1 ? plain[0] : undefined;
}

function constantInteger(args: unknown, index: number): number {
  const constant = ((args ?? []) as SqlNode[])[index]?.A_Const?.ival as { readonly ival?: number } | undefined;
  return constant ? (constant.ival ?? 0) : Number.NaN;
}

/** Also inside quotes, where it is still a marked text. */
function isParam(node: unknown): boolean {
  const { ParamRef: param, A_Const: constant } = (node ?? {}) as SqlNode;
  return (
    param !== undefined || isMarked(String((constant?.sval as { readonly sval?: string } | undefined)?.sval ?? ""))
  );
}

function locationOf({ location }: SqlBody): number | undefined {
  return typeof location === "number" && location >= 0 ? location : undefined;
}

/** Statements and clauses have no place of their own: the first thing in them has. */
function firstLocation(body: unknown): number | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const own = locationOf(body as SqlBody);
  if (own !== undefined) return own;
  for (const value of Object.values(body)) {
    const found = firstLocation(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
