import { compileExpression, compileRule, type Evaluate, type Scope } from "./compile.ts";
import { expressionLimits } from "./limits.ts";
import { isPlainObject } from "./read.ts";
import { shownText } from "./text.ts";

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  /** `offset` is where the source begins in the whole text. */
  | { readonly kind: "expression"; readonly source: string; readonly offset: number };

/** Cuts a text at its `{{ … }}`; braces inside quotes belong to the expression. An unclosed `{{` stays text. */
export function splitTemplate(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let start = 0;
  while (start < text.length) {
    const open = text.indexOf("{{", start);
    const close = open < 0 ? -1 : closingBraces(text, open + 2);
    if (close < 0) break;
    if (open > start) parts.push({ kind: "text", text: text.slice(start, open) });
    parts.push({ kind: "expression", source: text.slice(open + 2, close), offset: open + 2 });
    start = close + 2;
  }
  if (start < text.length) parts.push({ kind: "text", text: text.slice(start) });
  return parts;
}

function closingBraces(text: string, from: number): number {
  let quote = "";
  for (let index = from; index < text.length; index++) {
    const character = text.charAt(index);
    if (quote !== "") {
      if (character === "\\") index += 1;
      else if (character === quote) quote = "";
    } else if (character === "'" || character === '"') {
      quote = character;
    } else if (character === "}" && text.charAt(index + 1) === "}") {
      return index;
    }
  }
  return -1;
}

/** Whether a value is one expression and nothing else: text from `{{` to the `}}` that closes it. */
export function isExpression(value: unknown): value is string {
  if (typeof value !== "string" || !value.startsWith("{{") || !value.endsWith("}}")) return false;
  const [first, second] = splitTemplate(value);
  return first?.kind === "expression" && second === undefined;
}

/** The expression inside `{{ … }}`; undefined when the text is not one expression. */
export function sourceOf(text: string): string | undefined {
  return isExpression(text) ? text.slice(2, -2) : undefined;
}

/** An evaluator for a whole `{{ … }}` value; a text that is none evaluates to undefined. */
export function compileBraced(text: string): Evaluate {
  const source = sourceOf(text);
  return source === undefined ? () => undefined : compileExpression(source);
}

/** `compileRule` for a `{{ … }}` value; a text that is none is a broken rule. */
export function compileBracedRule(text: string): (scope: Scope) => boolean {
  const source = sourceOf(text);
  return source === undefined ? () => false : compileRule(source);
}

/** A text with `{{ }}` inside. Nothing becomes empty text; the result is cut at 100,000 characters. */
export function compileTemplate(text: string): (scope: Scope) => string {
  const parts = splitTemplate(text).map((part) => {
    if (part.kind === "text") return () => part.text;
    const evaluate = compileExpression(part.source);
    return (scope: Scope) => shownText(evaluate(scope));
  });
  return (scope) => {
    let result = "";
    for (const part of parts) {
      result += part(scope);
      if (result.length > expressionLimits.textLength) return result.slice(0, expressionLimits.textLength);
    }
    return result;
  };
}

/**
 * Evaluates every expression inside a JSON value (`params`, `values`, `data`): whole `{{ … }}` texts become their
 * values, everything else stays. Missing becomes null, so that the result is JSON.
 */
export function resolveJson(value: unknown, scope: Scope, depth = 0): unknown {
  if (depth > expressionLimits.depth) return null;
  if (isExpression(value)) return compileBraced(value)(scope) ?? null;
  if (Array.isArray(value)) return value.map((item) => resolveJson(item, scope, depth + 1));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveJson(item, scope, depth + 1)]));
}
