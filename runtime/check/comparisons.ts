import type { Node } from "../expr/ast.ts";
import { childrenOf } from "../expr/ast-walk.ts";
import { parseExpression } from "../expr/parse.ts";
import { splitTemplate } from "../expr/template.ts";
import { isNumeric } from "../model/field-types.ts";
import type { ResolvedField } from "../model/resolved-model.ts";
import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import type { CheckContext } from "./context.ts";
import { type Fields, relatedModelId } from "./fields-of.ts";
import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";
import { fieldsIn } from "./world.ts";

type Literal = Extract<Node, { readonly type: "literal" }>;

/** How a form or a detail may stand open. */
const modes = ["add", "edit", "detail", "copy"];
/** Objects whose `summary` adds up the field that they name, or that their key names. */
const summing: ReadonlySet<string> = new Set(["tableColumn", "gridColumn", "gridColumnOverride"]);

/** LC2025: a sum below a column that holds no numbers: the server refuses it. */
export function checkSums({ definition, place, value, path, context }: Site, report: Report): void {
  const { field, summary } = (typeof value === "object" && value !== null ? value : {}) as {
    readonly field?: unknown;
    readonly summary?: unknown;
  };
  const isSummed = summing.has(definition) && summary !== undefined;
  const name = place === "table.totals" && definition === "fieldName" ? value : isSummed && (field ?? path.at(-1));
  const fault = typeof name === "string" ? sumFault(context.own, name) : undefined;
  if (fault) report({ code: "LC2025", severity: "warning", ...fault, path: isSummed ? [...path, "summary"] : path });
}

/** Why a field cannot be summed, with a numeric one that is like it. */
function sumFault(fields: Fields | undefined, name: string): Pick<Fault, "message" | "suggestion"> | undefined {
  const field = fields?.model?.fields.get(name);
  if (!field || isNumeric(field)) return undefined;
  const numbers = [...(fields?.model?.fields.values() ?? [])].filter(isNumeric);
  const suggestion = nearest(
    name,
    numbers.map((one) => one.name),
  );
  return { message: `${quoted(field.title)} 不是数字，不能合计`, suggestion };
}

interface Fault {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** LC2025: comparisons that never hold, and sums over what is no number. Equality is strict: `'2'` is not `2`. */
export function checkComparisons(site: Site, report: Report): void {
  const { definition, value, path, role, context } = site;
  const isRead = definition === "expr" || definition === "template" || (definition === "json" && role === "value");
  if (!isRead || typeof value !== "string" || !value.includes("{{")) return;
  for (const part of splitTemplate(value)) {
    const { ast } = part.kind === "expression" ? parseExpression(part.source) : { ast: undefined };
    if (part.kind !== "expression" || !ast) continue;
    for (const { offset, length, message, suggestion } of faultsIn(ast, context, part.source)) {
      const range = { offset: part.offset + offset, length };
      report({ code: "LC2025", severity: "warning", message, suggestion, path, range });
    }
  }
}

function faultsIn(node: Node, context: CheckContext, source: string): Fault[] {
  const below = childrenOf(node).flatMap((child) => faultsIn(child, context, source));
  if (node.type === "call") return [...below, ...sumFaults(node, context)];
  if (node.type !== "binary" || !["==", "!=", "in"].includes(node.operator)) return below;
  const { left, right } = node;
  const literals = node.operator === "in" && right.type === "array" ? right.items : [right];
  const pairs: (readonly [Node, Node])[] = literals.map((literal) => [left, literal]);
  if (node.operator !== "in") pairs.push([right, left]);
  return [...below, ...pairs.flatMap(([read, literal]) => comparisonFault(read, literal, context, source) ?? [])];
}

function comparisonFault(read: Node, literal: Node, context: CheckContext, source: string): Fault | undefined {
  if (literal.type !== "literal" || literal.value === null || literal.value === "") return undefined;
  const place = { offset: literal.offset, length: lengthOf(literal, source) };
  if (read.type === "name" && read.name === "mode" && !modes.includes(String(literal.value))) {
    const suggestion = nearest(String(literal.value), modes);
    return { ...place, message: `mode 不会是 ${quoted(literal.value)}，只会是 ${modes.join("、")}`, suggestion };
  }
  const field = fieldOf(read, context);
  return field && !field.multiple ? valueFault(field, literal, place, context) : undefined;
}

function valueFault(
  field: ResolvedField,
  { value }: Literal,
  place: Pick<Fault, "offset" | "length">,
  { world }: CheckContext,
): Fault | undefined {
  const title = quoted(field.title);
  if (isNumeric(field)) {
    if (typeof value === "number") return undefined;
    return { ...place, message: `${title} 是数字，不会等于文本 ${quoted(value)}`, suggestion: plainNumber(value) };
  }
  if (field.type === "boolean") {
    return typeof value === "boolean" ? undefined : { ...place, message: `${title} 只会是 true 或 false` };
  }
  if (field.type === "json") return undefined;
  if (typeof value !== "string") {
    return { ...place, message: `${title} 是文本，不会等于 ${String(value)}`, suggestion: `'${String(value)}'` };
  }
  const known = field.dict?.kind === "code" ? world.dicts.get(field.dict.code) : undefined;
  if (!known?.length || known.includes(value)) return undefined;
  const suggestion = value.length > 1 ? nearest(value, known) : undefined;
  return { ...place, message: `${title} 的字典里没有值 ${quoted(value)}`, suggestion };
}

const plainNumber = (value: unknown) =>
  typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? value : undefined;

/** `sum(rows, 'name')`: the column must hold numbers. */
function sumFaults(node: Extract<Node, { readonly type: "call" }>, context: CheckContext): Fault[] {
  const [list, column] = node.args;
  if (!["sum", "avg"].includes(node.name) || !list || column?.type !== "literal") return [];
  const name = String(column.value);
  const fault = sumFault(rowsOf(list, context), name);
  return fault ? [{ offset: column.offset + 1, length: name.length, ...fault }] : [];
}

/** The field that `row.status` and its like read; undefined where documents do not say. */
function fieldOf(node: Node, context: CheckContext): ResolvedField | undefined {
  if (node.type !== "member" || node.object.type !== "name" || node.key.type !== "literal") return undefined;
  return fieldsOfRoot(node.object.name, context)?.model?.fields.get(String(node.key.value));
}

function rowsOf(node: Node, context: CheckContext): Fields | undefined {
  if (node.type === "name") return node.name === "rows" ? context.row : undefined;
  if (node.type !== "member" || node.object.type !== "name" || node.key.type !== "literal") return undefined;
  const fields = fieldsOfRoot(node.object.name, context);
  return fieldsIn(context.world, relatedModelId(fields, String(node.key.value)));
}

function fieldsOfRoot(root: string, { row, form, master, item }: CheckContext): Fields | undefined {
  const known: Readonly<Record<string, Fields | undefined>> = { row, form, master, item };
  return Object.hasOwn(known, root) ? known[root] : undefined;
}

/** As it is written: a text has its quotes and may hold escapes. */
function lengthOf({ value, offset }: Literal, source: string): number {
  if (typeof value !== "string") return String(value).length;
  const quote = source[offset] ?? "'";
  let end = offset + 1;
  while (end < source.length && source[end] !== quote) end += source[end] === "\\" ? 2 : 1;
  return end - offset + 1;
}
