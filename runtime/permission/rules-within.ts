import { fillVariables, type RowRule, type RuleVariables, ruleParts, stripPercent } from "./row-rules.ts";

/** A rule as it reads for one person: on which field, how it compares, with which text; no text matches no row. */
interface FilledRule {
  readonly condition: string;
  readonly text: string | undefined;
}

type FilledRules = ReadonlyMap<string, FilledRule>;

/**
 * Whether every row that one person's rules leave them is left by another's too. Fewer rules mean more rows, so each
 * rule of the wider set must be met by one of the narrower set on the same field. What cannot be compared counts as
 * outside.
 *
 * @param narrow the rules of the one, for each department and tenant that they can choose
 * @param wide the rules of the other, likewise; any of their choices may cover one of the first
 */
export function rulesWithin(
  narrow: { readonly rules: readonly RowRule[]; readonly choices: readonly RuleVariables[] },
  wide: { readonly rules: readonly RowRule[]; readonly choices: readonly RuleVariables[] },
): boolean {
  if (wide.rules.length === 0) return true;
  const covers = distinct(wide.rules, wide.choices);
  return distinct(narrow.rules, narrow.choices).every((rules) => covers.some((cover) => isCovered(rules, cover)));
}

/** Choices that no rule reads make no difference. */
function distinct(rules: readonly RowRule[], choices: readonly RuleVariables[]): readonly FilledRules[] {
  const found = new Map<string, FilledRules>();
  for (const variables of choices) {
    // As in `rowCondition`: one field holds one rule, the later wins.
    const filled = new Map(rules.map((rule) => [rule.column, fillRule(rule, variables)]));
    found.set(JSON.stringify([...filled]), filled);
  }
  return [...found.values()];
}

function fillRule({ condition, value }: RowRule, variables: RuleVariables): FilledRule {
  const operator = condition.trim().toUpperCase();
  const text = fillVariables(value, variables);
  const asked = isText.has(operator) ? stripPercent(text ?? "") : text;
  return { condition: operator, text: asked === "" ? undefined : text };
}

function isCovered(rules: FilledRules, cover: FilledRules): boolean {
  if ([...rules.values()].some(({ text }) => text === undefined)) return true;
  return [...cover].every(([column, rule]) => {
    const own = rules.get(column);
    return own !== undefined && implies(own, rule);
  });
}

/** Which texts a rule accepts, for the operators where a text alone decides. */
const accepts: Readonly<Record<string, (text: string, rule: string) => boolean>> = {
  "=": (text, rule) => text === rule,
  IN: (text, rule) => ruleParts(rule).includes(text),
  RIGHT_LIKE: (text, rule) => text.startsWith(stripPercent(rule)),
  LEFT_LIKE: (text, rule) => text.endsWith(stripPercent(rule)),
  LIKE: (text, rule) => text.includes(stripPercent(rule)),
};

/** A prefix within a prefix stays inside it, and likewise for the other text operators that are the same. */
const isText = new Set(["RIGHT_LIKE", "LEFT_LIKE", "LIKE"]);

/** Whether whatever meets the first rule meets the second. */
function implies(rule: FilledRule, other: FilledRule): boolean {
  const [text, wanted] = [rule.text ?? "", other.text];
  if (wanted === undefined) return false;
  if (rule.condition === other.condition && text === wanted) return true;
  const accepted = accepts[other.condition];
  if (!accepted) return false;
  if (rule.condition === "=") return accepted(text, wanted);
  if (rule.condition === "IN") return ruleParts(text).every((one) => accepted(one, wanted));
  const isSameKind = rule.condition === other.condition || other.condition === "LIKE";
  return isText.has(rule.condition) && isSameKind && accepted(stripPercent(text), wanted);
}
