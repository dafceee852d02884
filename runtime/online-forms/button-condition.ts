import { fieldNameOf } from "./form-columns.ts";

type Test = (value: string, compared: string) => string;

/** The comparisons of `field#op#value`, as expressions of ours. */
const tests: Readonly<Record<string, Test>> = {
  eq: (value, compared) => `${value} == ${quote(compared)}`,
  ne: (value, compared) => `${value} != ${quote(compared)}`,
  empty: (value, compared) => `${value} ${compared === "false" ? "!=" : "=="} ''`,
  in: (value, compared) => `${value} in [${compared.split(",").map(quote).join(", ")}]`,
};

/**
 * When a button of a form shows (contract 06 §6.5); a condition that cannot be read never holds.
 *
 * @returns undefined for an empty condition, which always holds
 * @example buttonCondition("state#eq#0", new Set(["state"])) // "{{ toText(row.state) == '0' }}"
 */
export function buttonCondition(exp: string | null | undefined, columns: ReadonlySet<string>): string | undefined {
  if (!exp?.trim()) return undefined;
  const [column = "", op = "", ...rest] = exp.trim().split("#");
  const test = Object.hasOwn(tests, op) ? tests[op] : undefined;
  if (!test || !columns.has(column) || rest.length === 0) return "{{ false }}";
  return `{{ ${test(`toText(row.${fieldNameOf(column)})`, rest.join("#"))} }}`;
}

/** Why a condition cannot be read; undefined for one that can, and for an empty one. */
export function buttonConditionProblem(
  exp: string | null | undefined,
  columns: ReadonlySet<string>,
): string | undefined {
  if (!exp?.trim()) return undefined;
  const [column = "", op, ...rest] = exp.trim().split("#");
  if (op === undefined || rest.length === 0) return "请写成 字段#eq#值，例如 state#eq#0";
  if (!columns.has(column)) return `表单没有字段“${column}”`;
  if (!Object.hasOwn(tests, op)) return `不能比较“${op}”，可以用 eq、ne、empty、in`;
  return undefined;
}

const quote = (text: string): string => `'${text.replace(/[\\']/g, "\\$&").replace(/\s+/g, " ")}'`;
