import { parseTree } from "jsonc-parser";
import type { ResolvedField } from "../model/resolved-model.ts";
import { parseDocument } from "../schema/parse-document.ts";
import { checkShape } from "../schema/shape.ts";
import { nodeAtPointer, positionAt, readPointer } from "../schema/source-document.ts";
import { chineseJson as texts } from "./json-messages.ts";
import { isSchema } from "./keywords.ts";
import { problemOf } from "./validate-value.ts";

/**
 * Why a value does not keep to the JSON Schema of its field's code editor; undefined when it does, or has none. A text is
 * read first, and its lines are counted; a JSON field's value has no lines.
 */
export function jsonValueProblem(
  { type, widget }: Pick<ResolvedField, "type" | "widget">,
  value: unknown,
): string | undefined {
  if (widget?.type !== "code-editor" || widget.schema === undefined) return undefined;
  const isText = type !== "json";
  if (isText && widget.language !== "json") return undefined;
  const { schema } = widget;
  const text = isText ? String(value) : JSON.stringify(value, null, 2);
  if (typeof schema === "string") return documentProblem(schema, text);
  if (!isText) return isSchema(schema) ? placed(schema, value, undefined) : undefined;
  try {
    return placed(schema, JSON.parse(text), text);
  } catch (error) {
    if (error instanceof SyntaxError) return documentProblem("model", text);
    throw error;
  }
}

const missingProperty = "LC1102";

/** By a language of documents: the compiler's own words. */
function documentProblem(kind: string, text: string): string | undefined {
  const { document, diagnostics } = parseDocument({
    path: `value.${kind.replace("screen-test", "screen.test")}.json`,
    text,
  });
  const found = [...diagnostics, ...(document ? checkShape(document) : [])];
  // What is missing stands nowhere: a mistake with a place of its own says more.
  const first = found.find(({ code }) => code !== missingProperty) ?? found[0];
  return first && texts.at(String(first.line), first.message);
}

function placed(
  schema: Readonly<Record<string, unknown>>,
  value: unknown,
  text: string | undefined,
): string | undefined {
  const problem = problemOf(schema, value);
  if (!problem) return undefined;
  const way = placeOf(problem.pointer);
  const tree = text === undefined ? undefined : parseTree(text);
  if (text === undefined || !tree) return problem.message(way);
  const { line } = positionAt(text, nodeAtPointer(tree, problem.pointer).node.offset);
  return texts.at(String(line), problem.message(way));
}

/** `/stock/0/code` → `stock[0].code` */
export function placeOf(pointer: string): string {
  const steps = readPointer(pointer);
  if (steps.length === 0) return texts.whole;
  return steps.reduce(
    (way, step) => (/^\d+$/.test(step) ? `${way}[${step}]` : way === "" ? step : `${way}.${step}`),
    "",
  );
}
