import { compileExpression, type Scope } from "../expr/compile.ts";
import { parseExpression } from "../expr/parse.ts";
import { compileTemplate as compileTemplateText, sourceOf, splitTemplate } from "../expr/template.ts";
import type { CompileContext } from "./context.ts";
import type { Condition, Expression, TemplateText } from "./expression.ts";

/** A `{{ … }}` of a document. One that cannot be read is reported and left out. */
export function compileExpressionText(
  context: CompileContext,
  path: string,
  text: string | undefined,
): Expression | undefined {
  if (text === undefined) return undefined;
  const source = sourceOf(text);
  const problem = source === undefined ? `"${text}" 不是表达式，应写作 {{ … }}` : firstProblem(source);
  if (source === undefined || problem) {
    reportExpression(context, path, problem ?? "表达式有误");
    return undefined;
  }
  const evaluate = compileExpression(source);
  return { source: source.trim(), evaluate: (scope: Scope) => evaluate(scope) };
}

/** `true`, `false` or an expression; one that cannot be read counts as the default. */
export function compileCondition(
  context: CompileContext,
  path: string,
  value: boolean | string | undefined,
  fallback: boolean,
): Condition {
  if (value === undefined) return fallback;
  if (typeof value === "boolean") return value;
  return compileExpressionText(context, path, value) ?? fallback;
}

/** A text with `{{ }}` inside; expressions that cannot be read are reported and give empty text. */
export function compileTemplate(
  context: CompileContext,
  path: string,
  text: string | undefined,
): TemplateText | undefined {
  if (text === undefined) return undefined;
  for (const part of splitTemplate(text)) {
    const problem = part.kind === "expression" ? firstProblem(part.source) : undefined;
    if (problem) reportExpression(context, path, problem);
  }
  return { source: text, render: compileTemplateText(text) };
}

function firstProblem(source: string): string | undefined {
  return parseExpression(source).diagnostics[0]?.message;
}

function reportExpression(context: CompileContext, path: string, message: string): void {
  context.diagnostics.push({
    code: "LC2004",
    severity: "error",
    file: context.file,
    line: 1,
    column: 1,
    path,
    message,
  });
}
