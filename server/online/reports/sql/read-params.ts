import { refuseAt } from "./text-place.ts";

/** A place where a value goes in. */
export interface ParamUse {
  readonly name: string;
  readonly kind: "param" | "system";
  /** Character of the author's text. */
  readonly index: number;
}

/** The text without `${name}` and `#{name}`, ready for the parser. */
export interface LexedText {
  readonly sql: string;
  /** Use n stands as `$n`, or inside a quoted text between two marks. */
  readonly uses: readonly ParamUse[];
  /** From a character of `sql` back to the author's text. */
  readonly indexOf: (sqlIndex: number) => number;
}

/** No character: nobody can type it, so it marks a value inside a quoted text. */
const mark = "\uFDD0";
const marked = /\uFDD0(\d+)\uFDD0/;
const placeholder = /([$#])\{([^{}]*)\}/y;
const paramName = /^[\p{L}_][\p{L}\p{N}_]{0,49}$/u;
const systemName = /^\[?[A-Za-z_]{1,40}\]?$/;

const [maxTextLength, maxTokens, maxDepth, maxUses] = [20_000, 6_000, 60, 200];

type Rule = readonly [
  start: RegExp,
  kind: "line" | "block" | "quoted" | "escaped" | "name" | "dollar" | "unicode" | "word",
];

/** What begins at a character, the first that fits. */
const rules: readonly Rule[] = [
  [/--[^\n\r]*/y, "line"],
  [/\/\*/y, "block"],
  [/[uU]&['"]/y, "unicode"],
  [/[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y, "escaped"],
  [/[bBxXnN]?'(?:[^']|'')*'/y, "quoted"],
  [/"(?:[^"]|"")*"/y, "name"],
  [/\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y, "dollar"],
  [/[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*/y, "word"],
];

/**
 * Takes the parameters out of a text. They are found in plain text and inside single quotes, and nowhere else: comments
 * stay comments, and a name cannot be a parameter.
 *
 * @throws AppError INVALID with place
 */
export function readParams(text: string): LexedText {
  if (text.length > maxTextLength) throw refuseAt(text, maxTextLength, `SQL 过长，最多 ${maxTextLength} 个字符`);
  const odd = /[^\P{Cc}\n\r\t]|\p{Cs}|[\ufdd0\ufeff\ufffe\uffff]/u.exec(text);
  if (odd) throw refuseAt(text, odd.index, "含有不能识别的字符");
  const uses: ParamUse[] = [];
  const pieces: { readonly sqlStart: number; readonly start: number; readonly text: string }[] = [];
  let sqlLength = 0;
  let [tokens, depth] = [0, 0];
  const add = (piece: string, start: number) => {
    pieces.push({ sqlStart: sqlLength, start, text: piece });
    sqlLength += piece.length;
  };
  const use = (match: RegExpExecArray, index: number): number => {
    uses.push(readUse(text, match, index));
    if (uses.length > maxUses) throw refuseAt(text, index, `参数过多，最多 ${maxUses} 处`);
    return uses.length;
  };
  const addQuoted = (start: number, end: number) => {
    let from = start;
    for (let index = start; index < end; index += 1) {
      const match = matchAt(placeholder, text, index);
      if (!match || index + match[0].length > end) continue;
      add(text.slice(from, index), from);
      add(`${mark}${use(match, index)}${mark}`, index);
      index += match[0].length - 1;
      from = index + 1;
    }
    add(text.slice(from, end), from);
  };
  for (let index = 0; index < text.length; ) {
    tokens += /\s/.test(text[index] ?? "") ? 0 : 1;
    if (tokens > maxTokens) throw refuseAt(text, index, "SQL 过于复杂，请拆分或简化");
    const param = matchAt(placeholder, text, index);
    if (param) {
      add(` $${use(param, index)} `, index);
      index += param[0].length;
      continue;
    }
    const [kind, length] = tokenAt(text, index);
    if (kind === "quoted" || kind === "escaped") addQuoted(index, index + length);
    else add(text.slice(index, index + length), index);
    depth += depthOf(text[index]);
    if (depth > maxDepth) throw refuseAt(text, index, `括号嵌套过深，最多 ${maxDepth} 层`);
    index += length;
  }
  return {
    sql: pieces.map((piece) => piece.text).join(""),
    uses,
    indexOf: (sqlIndex) => {
      const piece = pieces.findLast(({ sqlStart }) => sqlStart <= sqlIndex);
      if (!piece) return 0;
      const isAsWritten = text.startsWith(piece.text, piece.start);
      return isAsWritten ? piece.start + (sqlIndex - piece.sqlStart) : piece.start;
    },
  };
}

/** A quoted text in parts: texts and numbers of uses, in turn, beginning with a text. */
export function splitMarked(quoted: string): (string | number)[] {
  return quoted.split(marked).map((part, index) => (index % 2 === 1 ? Number(part) : part));
}

export const isMarked = (quoted: string): boolean => marked.test(quoted);

function tokenAt(text: string, index: number): [kind: Rule[1] | "other", length: number] {
  for (const [start, kind] of rules) {
    const match = matchAt(start, text, index);
    if (!match) continue;
    if (kind === "unicode") throw refuseAt(text, index, "不支持 U& 写法，请直接写出文字");
    if (kind === "block") return [kind, blockLength(text, index)];
    if (kind === "dollar") throw refuseAt(text, index, "不支持 $$ 引号，请改用单引号");
    if (kind === "name" && /[$#]\{/.test(match[0])) throw refuseAt(text, index, "参数不能用作表名或列名");
    return [kind, match[0].length];
  }
  const letter = text[index] ?? "";
  if (letter === "'" || letter === '"') throw refuseAt(text, index, "引号没有结束");
  if (letter === "$" && /\d/.test(text[index + 1] ?? "")) throw refuseAt(text, index, "参数须写作 ${名称}");
  if ((letter === "$" || letter === "#") && text[index + 1] === "{") throw refuseAt(text, index, "参数没有写完整");
  return ["other", 1];
}

/** Comments nest. */
function blockLength(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const pair = text.slice(index, index + 2);
    if (pair === "/*") depth += 1;
    if (pair === "*/") depth -= 1;
    if (pair === "/*" || pair === "*/") index += 1;
    if (depth === 0) return index + 1 - start;
  }
  throw refuseAt(text, start, "注释没有结束");
}

function readUse(text: string, [, sign, inner = ""]: RegExpExecArray, index: number): ParamUse {
  const name = inner.trim();
  const kind = sign === "$" ? "param" : "system";
  const fits = kind === "param" ? paramName : systemName;
  if (!fits.test(name)) throw refuseAt(text, index, "参数名须以字母或文字开头，只含文字、数字、下划线，最多 50 个字符");
  return { name, kind, index };
}

const depthOf = (letter: string | undefined): number =>
  letter === "(" || letter === "[" ? 1 : letter === ")" || letter === "]" ? -1 : 0;

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
