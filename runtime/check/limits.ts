import { isPart, type ResolvedModel } from "../model/resolved-model.ts";
import { namedPatterns } from "../record/patterns.ts";
import type { AnyDefinition } from "../registry/define.ts";
import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";

type Values = Readonly<Record<string, unknown>>;

const pairs = [
  ["minimum", "maximum", "最小值大于最大值"],
  ["minLength", "maxLength", "最少字数大于最多字数"],
  ["min", "max", "下限大于上限"],
] as const;

/** LC2010: limits that nothing can meet, patterns that cannot be used. */
export function checkLimits({ definition, value, path }: Site, report: Report): void {
  if (definition === "field" || definition === "relation" || definition === "generator") {
    const object = value as Values;
    for (const [low, high, message] of pairs) {
      const [least, most] = [object[low], object[high]];
      if (typeof least === "number" && typeof most === "number" && least > most) {
        report({ code: "LC2010", message: `${message}，没有值能通过`, path: [...path, low] });
      }
    }
  }
  if (definition === "rule" && typeof (value as Values).pattern === "string") {
    checkPattern(String((value as Values).pattern), [...path, "pattern"], report);
  }
}

/** Shorthands such as `m` or `n6-16`; the rest is a regular expression. */
const shorthand = /^(\*|[a-z]+)?(\d+-\d+)?$/;

/** A regular expression of these alone would match one word: it is a code, and one that is none was meant to be another. */
const looksLikeCode = /^[A-Za-z\d-]{2,}$/;

function checkPattern(pattern: string, path: Site["path"], report: Report): void {
  if (namedPatterns.has(pattern) || pattern === "only") return;
  const suggestion = looksLikeCode.test(pattern) ? nearest(pattern, namedPatterns.keys()) : undefined;
  if (suggestion !== undefined) {
    report({
      code: "LC2010",
      severity: "warning",
      message: `没有校验规则 ${quoted(pattern)}，它会当作正则表达式`,
      suggestion,
      path,
    });
    return;
  }
  if (shorthand.test(pattern)) return;
  try {
    new RegExp(pattern, "u");
  } catch {
    try {
      new RegExp(pattern);
    } catch {
      report({ code: "LC2010", message: `${quoted(pattern)} 不是正则表达式`, path });
      return;
    }
  }
  if (hasNestedQuantifier(pattern)) {
    report({ code: "LC2010", message: "重复里面还有重复，遇到特别的文字会算很久；请改写正则", path });
  }
}

/** LC2010: `only` looks at the rows of a table in a form; nothing applies it to records that stand in none. */
export function checkOnly(
  { id, fields }: ResolvedModel,
  models: ReadonlyMap<string, ResolvedModel>,
  report: Report,
): void {
  const standsInForms = [...models.values()].some(({ relations }) =>
    Object.values(relations).some((relation) => relation.kind !== "tree" && relation.model === id && isPart(relation)),
  );
  if (standsInForms) return;
  for (const { name, unique, rules } of fields.values()) {
    rules.forEach((rule, at) => {
      if (unique || !("pattern" in rule) || rule.pattern !== "only" || rule.level === "warning") return;
      report({
        code: "LC2010",
        severity: "warning",
        message:
          "only 只检查表单里同一张表的行，这里没有这样的表；不能重复请写 unique: true，只提醒请加 level: warning",
        path: ["fields", name, "rules", at, "pattern"],
      });
    });
  }
}

/** `(a+)+`, `(a*|b)*`: a repeated group that repeats inside. Character classes and escapes are passed over. */
export function hasNestedQuantifier(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  const groups: boolean[] = [];
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at];
    const repeats = character === "*" || character === "+" || /^\{\d+,\d*\}/.test(plain.slice(at));
    if (character === "(") groups.push(false);
    else if (character === ")") {
      const inner = groups.pop() ?? false;
      const next = plain.slice(at + 1);
      if (inner && /^(\*|\+|\{\d+,\d*\})/.test(next)) return true;
      if (inner && groups.length) groups[groups.length - 1] = true;
    } else if (repeats && groups.length) groups[groups.length - 1] = true;
  }
  return false;
}

/** LC2010: a control or a cell that does not fit the field's type. Needs the renderer definitions. */
export function checkFit(site: Site, definitions: readonly AnyDefinition[], report: Report): void {
  if (site.definition !== "field") return;
  const { type, widget, cell } = site.value as { type: string; widget?: { type: string }; cell?: { type: string } };
  for (const [slot, used, title, key] of [
    ["editor", widget, "控件", "widget"],
    ["cell", cell, "单元格", "cell"],
  ] as const) {
    const definition = used && definitions.find((one) => one.slot === slot && one.type === used.type);
    if (!definition || (definition.slot !== "editor" && definition.slot !== "cell") || !definition.accepts) continue;
    if (definition.accepts.some((accepted) => accepted === type)) continue;
    report({
      code: "LC2010",
      severity: "warning",
      message: `${title} ${quoted(definition.type)} 不适合类型 ${quoted(type)}`,
      expected: definition.accepts.join(" | "),
      path: [...site.path, key, "type"],
    });
  }
}
