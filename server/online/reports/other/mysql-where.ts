import type { Comparison, Condition, TextPlace } from "../../../../runtime/query/condition.ts";
import { likePattern } from "../../../models/query/to-sql.ts";

/** A condition over the columns of `t`, its values apart. */
export interface MysqlCondition {
  readonly text: string;
  readonly values: readonly unknown[];
}

const operators: Record<Comparison, string> = { eq: "=", ne: "<>", gt: ">", ge: ">=", lt: "<", le: "<=" };

/** A column name in backticks; names are those that the source itself has answered. */
export const mysqlName = (name: string): string => `t.\`${name.replaceAll("`", "``")}\``;

/** @throws Error for a condition on other rows: parsers of report parameters make none */
export function mysqlWhere(condition: Condition): MysqlCondition {
  switch (condition.kind) {
    case "never":
      return { text: "1 = 0", values: [] };
    case "every":
    case "some":
      return joined(condition.of.map(mysqlWhere), condition.kind);
    case "compare":
      return { text: `${mysqlName(condition.field)} ${operators[condition.op]} ?`, values: [condition.value] };
    case "in":
      return listed(condition);
    case "text":
      return contains(condition);
    case "holdsAny": {
      const column = mysqlName(condition.field);
      return {
        text: `(${condition.values.map(() => `find_in_set(?, ${column})`).join(" or ")})`,
        values: condition.values,
      };
    }
    case "empty": {
      const column = `coalesce(cast(${mysqlName(condition.field)} as char), '')`;
      return { text: `${column} ${condition.negate ? "<>" : "="} ''`, values: [] };
    }
    default:
      throw new Error(`no ${condition.kind} in a report of another system`);
  }
}

function joined(parts: readonly MysqlCondition[], kind: "every" | "some"): MysqlCondition {
  if (parts.length === 0) return { text: kind === "every" ? "1 = 1" : "1 = 0", values: [] };
  return {
    text: `(${parts.map(({ text }) => text).join(kind === "every" ? " and " : " or ")})`,
    values: parts.flatMap(({ values }) => values),
  };
}

function listed({ field, values, negate }: Extract<Condition, { kind: "in" }>): MysqlCondition {
  if (values.length === 0) return { text: "1 = 0", values: [] };
  const marks = values.map(() => "?").join(", ");
  return { text: `${mysqlName(field)} ${negate ? "not in" : "in"} (${marks})`, values };
}

function contains(condition: {
  readonly field: string;
  readonly place: TextPlace;
  readonly text: string;
  readonly negate: boolean;
}): MysqlCondition {
  const column = mysqlName(condition.field);
  const match = `cast(${column} as char) like ?`;
  const values = [likePattern(condition.place, condition.text)];
  return { text: condition.negate ? `(${column} is null or not ${match})` : match, values };
}
