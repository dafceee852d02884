import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { codeMessages } from "./code-messages.ts";

const words = codeMessages.jsonProblems;
const reasons: Readonly<Record<string, string>> = {
  InvalidNumberFormat: words.number,
  UnexpectedEndOfNumber: words.number,
  PropertyNameExpected: words.name,
  ValueExpected: words.value,
  ColonExpected: words.colon,
  CommaExpected: words.comma,
  CloseBraceExpected: words.brace,
  CloseBracketExpected: words.bracket,
  EndOfFileExpected: words.end,
  InvalidCommentToken: words.comment,
  UnexpectedEndOfComment: words.comment,
  UnexpectedEndOfString: words.text,
  InvalidUnicode: words.text,
  InvalidEscapeCharacter: words.text,
  InvalidCharacter: words.text,
};

/**
 * Where a text stops being JSON, in words; undefined for JSON and for nothing at all.
 *
 * @example jsonProblem('{"a" 1}') // "第 1 行第 6 列：这里缺少冒号"
 */
export function jsonProblem(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (!first) return undefined;
  const before = text.slice(0, first.offset).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return codeMessages.badJson(before.length, column, reasons[printParseErrorCode(first.error)] ?? words.unexpected);
}
