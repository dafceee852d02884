import { loadModule, parseSync } from "libpg-query";
import type { ResolvedModel } from "../../../../runtime/model/resolved-model.ts";
import { unknownVariable } from "../../../../runtime/permission/row-rules.ts";
import { checkTree } from "./check-tree.ts";
import { isMarked, type LexedText, type ParamUse, readParams, splitMarked } from "./read-params.ts";
import type { ParsedReport, ReportParam } from "./report-sql.ts";
import {
  castNode,
  childrenOf,
  joinedTexts,
  nodesOf,
  type Slot,
  type SqlBody,
  type SqlNode,
  textConstant,
} from "./sql-tree.ts";
import { placeAt, refuseAt } from "./text-place.ts";

/** A report's text as a tree; `uses[n - 1]` is what the tree names `$n`. */
export interface ParsedTree extends ParsedReport {
  readonly select: SqlBody;
  readonly uses: readonly TreeUse[];
  readonly isRecursive: boolean;
  /** Where a node of the tree stands in the text. */
  readonly indexOf: (location: number) => number;
}

export interface TreeUse extends ParamUse {
  /** Alone in an IN list: each value of a comma list is one of its values. */
  readonly isList: boolean;
  /** Inside the pattern of a LIKE: what is typed means itself. */
  readonly isPattern: boolean;
}

/** The SELECT that a statement of another kind is read as, or a refusal of it. */
export type AsSelect = (kind: string, body: SqlBody, refuse: (reason: string) => Error) => SqlBody;

const onlySelect: AsSelect = (kind, body, refuse) => {
  if (kind !== "SelectStmt") throw refuse("只能是一条 SELECT 语句");
  return body;
};

/** @throws AppError INVALID with place */
export async function parseReport(
  text: string,
  models: ReadonlyMap<string, ResolvedModel>,
  asSelect: AsSelect = onlySelect,
): Promise<ParsedTree> {
  await loadModule();
  const lexed = readParams(text);
  const indexOf = (location: number) => lexed.indexOf(charactersIn(lexed.sql, location));
  const select = oneSelect(text, lexed, indexOf, asSelect);
  const tables = checkTree(select, models, (location, reason) =>
    refuseAt(text, location === undefined ? firstWord(text) : indexOf(location), reason),
  );
  putUses(select);
  refuseLost(select, text, lexed.uses);
  const uses = describeUses(select, text, lexed.uses);
  return {
    text,
    params: paramsOf(text, uses),
    models: tables.map(({ model }) => model.id),
    select,
    uses,
    isRecursive: [...nodesOf("SelectStmt", select)].some(({ kind, body }) => kind === "WithClause" && body.recursive),
    indexOf,
  };
}

function oneSelect(text: string, lexed: LexedText, indexOf: (location: number) => number, asSelect: AsSelect): SqlBody {
  if (text.trim() === "") throw refuseAt(text, 0, "请填写 SQL");
  const statements = parsed(text, lexed);
  const [first, second] = statements;
  if (!first) throw refuseAt(text, 0, "请填写 SQL");
  if (second) {
    const start = indexOf(second.stmt_location ?? 0);
    throw refuseAt(text, start + leadingSpace(text.slice(start)), "只能有一条语句");
  }
  const [kind = "", body] = Object.entries(first.stmt ?? {})[0] ?? [];
  return asSelect(kind, (body ?? {}) as SqlBody, (reason) => refuseAt(text, firstWord(text), reason));
}

interface Statement {
  readonly stmt?: SqlNode;
  readonly stmt_location?: number;
}

function parsed(text: string, lexed: LexedText): readonly Statement[] {
  try {
    return (parseSync(lexed.sql).stmts ?? []) as unknown as readonly Statement[];
  } catch (error) {
    const { sqlDetails } = error as { readonly sqlDetails?: { readonly cursorPosition: number; message: string } };
    // Without details it is the parser's own stack or memory that was not enough.
    if (!sqlDetails) throw refuseAt(text, 0, "SQL 过于复杂，请拆分或简化");
    const at = lexed.indexOf(unitsIn(lexed.sql, sqlDetails.cursorPosition));
    throw refuseAt(text, Math.min(at, text.length), syntaxReason(text, at));
  }
}

function syntaxReason(text: string, index: number): string {
  const word = /^(?:[$#]\{[^}]*\}|[\p{L}\p{N}_]+|\S)/u.exec(text.slice(index))?.[0];
  return word === undefined ? "语句没有写完整" : `“${word.slice(0, 40)}”处有语法错误`;
}

/** Values inside quoted texts become nodes: `'%${x}%'` is `'%' || $1 || '%'`. */
function putUses(select: SqlBody): void {
  for (const slot of [...nodesOf("SelectStmt", select)]) {
    const quoted = slot.kind === "A_Const" ? (slot.body.sval as { readonly sval?: string } | undefined)?.sval : "";
    if (quoted === undefined || quoted === "" || !isMarked(quoted)) continue;
    const parts = splitMarked(quoted).filter((part) => part !== "");
    const location = { location: slot.body.location };
    const nodes = parts.map((part): SqlNode => {
      if (typeof part === "string") return textConstant(part);
      const param: SqlNode = { ParamRef: { number: part, ...location } };
      return parts.length === 1 ? param : castNode(param, "text");
    });
    const [first = textConstant(""), ...rest] = nodes;
    slot.replace(rest.reduce(joinedTexts, first));
  }
}

/** Each use stands in the tree once: else a quote or comment was read differently here and there. */
function refuseLost(select: SqlBody, text: string, uses: readonly ParamUse[]): void {
  const numbers = [...nodesOf("SelectStmt", select)].flatMap(({ kind, body }) =>
    kind === "ParamRef" ? [Number(body.number)] : [],
  );
  const lost = uses.findIndex((_, index) => numbers.filter((number) => number === index + 1).length !== 1);
  const isForged = numbers.length !== uses.length;
  if (lost < 0 && !isForged) return;
  throw refuseAt(text, uses[lost]?.index ?? 0, "参数所在的引号或注释写法不支持，请改写");
}

function describeUses(select: SqlBody, text: string, uses: readonly ParamUse[]): TreeUse[] {
  const [lists, patterns] = [new Set<number>(), new Set<number>()];
  for (const { kind, body } of nodesOf("SelectStmt", select)) {
    if (kind !== "A_Expr") continue;
    const single = body.kind === "AEXPR_IN" ? loneParam(body) : undefined;
    if (single !== undefined) lists.add(single);
    if (body.kind === "AEXPR_LIKE" || body.kind === "AEXPR_ILIKE") {
      for (const number of paramsBelow(body, "rexpr")) patterns.add(number);
    }
  }
  return uses.map((use, index) => {
    if (use.kind === "system" && unknownVariable(`#{${use.name}}`) !== undefined) {
      throw refuseAt(text, use.index, `没有系统变量“${use.name}”`);
    }
    return { ...use, isList: lists.has(index + 1), isPattern: patterns.has(index + 1) };
  });
}

/** The parameter that is all of an IN list. */
export function loneParam({ rexpr }: SqlBody): number | undefined {
  const items = ((rexpr as SqlNode | undefined)?.List?.items ?? []) as SqlNode[];
  const [item] = items.length === 1 ? items : [];
  return item?.ParamRef ? Number(item.ParamRef.number) : undefined;
}

/** Only the texts of a pattern itself: a function around a value may need what was typed. */
function paramsBelow(body: SqlBody, key: string): number[] {
  const visit = (slot: Slot): number[] => {
    if (slot.kind === "ParamRef") return [Number(slot.body.number)];
    const isText = slot.kind === "TypeCast" || slot.kind === "A_Expr";
    return isText ? childrenOf(slot.kind, slot.body).flatMap(visit) : [];
  };
  const slots = childrenOf("A_Expr", body).filter((slot) => slot.key === key);
  // A lone parameter is a pattern of its author: `like ${x}`, `like '${x}'`.
  return slots.flatMap((slot) => (slot.kind === "ParamRef" ? [] : visit(slot)));
}

function paramsOf(text: string, uses: readonly TreeUse[]): ReportParam[] {
  const keyOf = ({ kind, name }: ParamUse) => `${kind} ${name}`;
  const firsts = new Map([...uses].reverse().map((use) => [keyOf(use), use]));
  return uses
    .filter((use) => firsts.get(keyOf(use)) === use)
    .map((use) => ({
      name: use.name,
      kind: use.kind,
      place: placeAt(text, use.index),
      isList: uses.every((other) => keyOf(other) !== keyOf(use) || other.isList),
    }));
}

const leadingSpace = (text: string): number => /^[\s;]*/.exec(text)?.[0].length ?? 0;
const firstWord = leadingSpace;

/** The parser counts places in bytes of UTF-8. */
const charactersIn = (sql: string, bytes: number): number =>
  Buffer.from(sql, "utf8").subarray(0, bytes).toString("utf8").length;

/** Its errors count in code points. */
const unitsIn = (sql: string, points: number): number => [...sql].slice(0, points).join("").length;
