import type { ExpressionDiagnostic } from "./ast.ts";

export type Token =
  | { readonly kind: "number"; readonly value: number; readonly text: string; readonly offset: number }
  | { readonly kind: "string"; readonly value: string; readonly text: string; readonly offset: number }
  | { readonly kind: "name" | "operator" | "end"; readonly text: string; readonly offset: number };

/** Longest first, so that `===` is not read as `==` and `=`. */
const operators = [
  "===",
  "!==",
  "==",
  "!=",
  "<=",
  ">=",
  "&&",
  "||",
  "??",
  "?.",
  "+",
  "-",
  "*",
  "/",
  "%",
  "<",
  ">",
  "!",
  "?",
  ":",
  "(",
  ")",
  "[",
  "]",
  ",",
  ".",
];

const numberPattern = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const namePattern = /[A-Za-z_$\u4e00-\u9fff][\w$\u4e00-\u9fff]*/y;
const spacePattern = /\s+/y;

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "\\": "\\", "'": "'", '"': '"' };

/** What people write who know JavaScript, with the way our language does it. */
const foreignHints: Readonly<Record<string, string>> = {
  "`": "不支持模板字符串，请用 + 连接文本",
  "{": "不支持对象写法",
  "}": "多余的 }",
  "=": "不支持赋值；比较请用 ==",
  ";": "只能写一个表达式，不支持分号",
  "&": "请用 &&",
  "|": "请用 ||",
  "\\": "名称中不支持转义",
};

/** Splits a source into tokens; stops at the first character that is no part of the language. */
export function tokenize(source: string): { tokens: Token[]; problem: ExpressionDiagnostic | undefined } {
  const tokens: Token[] = [];
  let offset = 0;
  let problem: ExpressionDiagnostic | undefined;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset;
    return pattern.exec(source)?.[0];
  };
  while (offset < source.length) {
    const space = match(spacePattern);
    if (space !== undefined) {
      offset += space.length;
      continue;
    }
    const first = source.charAt(offset);
    const number = match(numberPattern);
    const name = number === undefined ? match(namePattern) : undefined;
    if (number !== undefined) {
      const value = Number(number);
      if (!Number.isFinite(value)) {
        problem = { offset, length: number.length, message: `数字 ${number} 太大` };
        break;
      }
      tokens.push({ kind: "number", value, text: number, offset });
      offset += number.length;
    } else if (name !== undefined) {
      tokens.push({ kind: "name", text: name, offset });
      offset += name.length;
    } else if (first === "'" || first === '"') {
      const text = readText(source, offset);
      if ("problem" in text) {
        problem = text.problem;
        break;
      }
      tokens.push({ kind: "string", value: text.value, text: source.slice(offset, text.end), offset });
      offset = text.end;
    } else {
      const operator = operators.find((candidate) => source.startsWith(candidate, offset));
      if (operator === undefined || source.startsWith("=>", offset)) {
        problem = { offset, length: 1, message: foreignHints[first] ?? `不认识的字符 ${first}` };
        break;
      }
      tokens.push({ kind: "operator", text: operator, offset });
      offset += operator.length;
    }
  }
  tokens.push({ kind: "end", text: "", offset: problem?.offset ?? source.length });
  return { tokens, problem };
}

function readText(source: string, start: number): { value: string; end: number } | { problem: ExpressionDiagnostic } {
  const quote = source.charAt(start);
  let value = "";
  let index = start + 1;
  while (index < source.length) {
    const character = source.charAt(index);
    if (character === quote) return { value, end: index + 1 };
    if (character !== "\\") {
      value += character;
      index += 1;
      continue;
    }
    const kind = source.charAt(index + 1);
    const hex =
      kind === "u" ? source.slice(index + 2, index + 6) : kind === "x" ? source.slice(index + 2, index + 4) : "";
    if (/^(?:[\da-fA-F]{4}|[\da-fA-F]{2})$/.test(hex) && hex.length === (kind === "u" ? 4 : 2)) {
      value += String.fromCharCode(Number.parseInt(hex, 16));
      index += 2 + hex.length;
      continue;
    }
    const plain = Object.hasOwn(escapes, kind) ? escapes[kind] : undefined;
    if (plain === undefined) return { problem: { offset: index, length: 2, message: `不支持的转义 \\${kind}` } };
    value += plain;
    index += 2;
  }
  return { problem: { offset: start, length: source.length - start, message: "文本没有结束的引号" } };
}
