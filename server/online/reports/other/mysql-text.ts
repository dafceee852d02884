import { fillVariables, unknownVariable } from "../../../../runtime/permission/row-rules.ts";
import type { Caller } from "../../../auth/caller.ts";
import { quoted } from "../../../http/refusal.ts";
import type { ReportValues } from "../sql/report-sql.ts";
import { refuseAt } from "../sql/text-place.ts";

/**
 * A text for MySQL or MariaDB in parts. There is no parser for it here, so it is cut into its tokens and everything that
 * is not plain reading is refused; the source's own account and a read-only transaction are what holds in the end.
 */
export interface MysqlText {
  /** Names of `${name}` in the order of their first places. */
  readonly params: readonly string[];
  readonly parts: readonly (string | MysqlUse)[];
}

interface MysqlUse {
  readonly name: string;
  readonly kind: "param" | "system";
  /** Alone in an IN list: each value of a comma list is one of its values. */
  readonly isList: boolean;
}

type Kind = "space" | "comment" | "text" | "name" | "param" | "word" | "number" | "other";

interface Token {
  readonly kind: Kind;
  readonly text: string;
  readonly index: number;
}

const rules: readonly (readonly [RegExp, Kind])[] = [
  [/[$#]\{[^{}]*\}/y, "param"],
  [/\s+/y, "space"],
  [/--(?:[ \t][^\n]*|(?=\n|$))|#(?!\{)[^\n]*|\/\*(?![!+])[\s\S]*?\*\//y, "comment"],
  [/'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"/y, "text"],
  [/`(?:[^`]|``)+`/y, "name"],
  [/[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y, "word"],
  [/(?:\d[\w.]*|\.\d+)/y, "number"],
  [/[-+*/%<>=!(),.|&^~?:]/y, "other"],
];

const maxLength = 20_000;
const paramName = /^[\p{L}_][\p{L}\p{N}_]{0,49}$/u;

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ""));

/** Words that do more than read rows, wherever they stand. */
const refusedWords =
  wordsIn(`into outfile dumpfile for lock share update delete insert drop alter create truncate rename
  grant revoke call do handler load prepare execute deallocate procedure set use analyze current_user session_user`);
/** Functions that tell of the server, reach outside it, or only keep it busy. */
const refusedFunctions = wordsIn(`load_file sleep benchmark get_lock release_lock release_all_locks is_free_lock
  is_used_lock master_pos_wait master_gtid_wait source_pos_wait wait_for_executed_gtid_set user system_user version
  database schema connection_id sys_exec sys_eval sys_get extractvalue updatexml nextval setval lastval`);
/** The server's own tables. */
const refusedSchemas = wordsIn("information_schema mysql performance_schema sys");

/** @throws AppError INVALID with place for anything but one SELECT */
export function readMysqlText(text: string): MysqlText {
  if (text.length > maxLength) throw refuseAt(text, maxLength, `SQL 过长，最多 ${maxLength} 个字符`);
  const tokens = readTokens(text);
  const [first] = tokens.filter(({ kind }) => kind !== "space" && kind !== "comment");
  if (!first) throw refuseAt(text, 0, "请填写 SQL");
  if (first.kind !== "word" || !/^(select|with)$/i.test(first.text)) {
    throw refuseAt(text, first.index, "只能是一条 SELECT 语句");
  }
  for (const [at, token] of tokens.entries()) {
    if (isRefused(token, nextText(tokens, at))) throw refuseAt(text, token.index, `不支持${quoted(token.text)}`);
  }
  const parts = tokens.flatMap((token, index) => partsOf(text, token, isListAt(tokens, index)));
  const params = parts.flatMap((part) => (typeof part === "object" && part.kind === "param" ? [part.name] : []));
  return { params: [...new Set(params)], parts };
}

/** The statement with `?` for every value. An empty parameter is empty text; a system variable without a value is NULL. */
export function bindMysqlText(
  { parts }: MysqlText,
  source: {
    readonly caller: Caller;
    readonly now: string;
    readonly values: ReportValues;
    readonly defaults: ReportValues;
  },
): { readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = [];
  const text = parts.map((part) => {
    if (typeof part === "string") return part;
    const value = givenValue(part, source);
    const given = part.isList && value !== null ? value.split(",").map((one) => one.trim()) : [value];
    values.push(...given);
    return given.map(() => "?").join(", ");
  });
  return { text: text.join(""), values };
}

function isRefused({ kind, text }: Token, next: string): boolean {
  if (kind !== "word" && kind !== "name") return false;
  const plain = (kind === "name" ? text.slice(1, -1) : text).toLowerCase();
  if (next === "." && refusedSchemas.has(plain)) return true;
  return kind === "word" ? refusedWords.has(plain) || (next === "(" && refusedFunctions.has(plain)) : false;
}

/** The next token that is neither space nor comment. */
function nextText(tokens: readonly Token[], at: number): string {
  const next = tokens.slice(at + 1).find(({ kind }) => kind !== "space" && kind !== "comment");
  return next?.text ?? "";
}

function givenValue({ kind, name }: MysqlUse, source: Parameters<typeof bindMysqlText>[1]): string | null {
  if (kind === "system") return fillVariables(`#{${name}}`, { ...source.caller, now: source.now }) ?? null;
  const sent = source.values[name]?.trim() ? source.values[name] : source.defaults[name];
  return sent ?? "";
}

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (let index = 0; index < text.length; ) {
    const token = tokenAt(text, index);
    if (!token) throw refuseAt(text, index, reasonAt(text[index] ?? ""));
    tokens.push(token);
    index += token.text.length;
  }
  return tokens;
}

function tokenAt(text: string, index: number): Token | undefined {
  for (const [pattern, kind] of rules) {
    pattern.lastIndex = index;
    const match = pattern.exec(text);
    if (match && match[0] !== "") return { kind, text: match[0], index };
  }
  return undefined;
}

const reasonAt = (letter: string): string =>
  letter === ";" ? "只能有一条语句，不要写分号" : letter === "@" ? "不支持变量" : `不支持${quoted(letter)}`;

/** `in (${x})`: the parameter is all of a list. */
function isListAt(tokens: readonly Token[], index: number): boolean {
  const seen = (from: number, step: 1 | -1) => {
    let at = from + step;
    while (tokens[at]?.kind === "space") at += step;
    return at;
  };
  const before = seen(index, -1);
  return (
    tokens[before]?.text === "(" &&
    tokens[seen(index, 1)]?.text === ")" &&
    /^in$/i.test(tokens[seen(before, -1)]?.text ?? "")
  );
}

function partsOf(text: string, token: Token, isList: boolean): (string | MysqlUse)[] {
  if (token.kind === "comment") return [" "];
  if (token.kind === "param") return [readUse(text, token.text, token.index, isList)];
  if (token.kind === "name" && /[$#]\{/.test(token.text)) throw refuseAt(text, token.index, "参数不能用作表名或列名");
  if (token.kind !== "text" || !/[$#]\{[^{}]*\}/.test(token.text)) return [token.text];
  return quotedParts(text, token, isList);
}

/** `'%${x}%'` is `concat('%', ?, '%')`; a quoted parameter alone is the parameter. */
function quotedParts(text: string, token: Token, isList: boolean): (string | MysqlUse)[] {
  const quote = token.text[0] ?? "'";
  const pieces = token.text.slice(1, -1).split(/([$#]\{[^{}]*\})/);
  const parts = pieces
    .map((piece, index) => (index % 2 === 1 ? readUse(text, piece, token.index, isList) : piece))
    .filter((piece) => piece !== "");
  if (parts.length === 1) return parts;
  const args = parts.map((part) => (typeof part === "string" ? `${quote}${part}${quote}` : { ...part, isList: false }));
  return ["concat(", ...args.flatMap((arg, index) => (index === 0 ? [arg] : [", ", arg])), ")"];
}

function readUse(text: string, written: string, index: number, isList: boolean): MysqlUse {
  const kind = written.startsWith("$") ? ("param" as const) : ("system" as const);
  const name = written.slice(2, -1).trim();
  if (kind === "param" && !paramName.test(name)) {
    throw refuseAt(text, index, "参数名须以字母或文字开头，只含文字、数字、下划线，最多 50 个字符");
  }
  if (kind === "system" && unknownVariable(`#{${name}}`) !== undefined) {
    throw refuseAt(text, index, `没有系统变量${quoted(name)}`);
  }
  return { name, kind, isList };
}
