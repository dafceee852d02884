import type { Condition } from "./condition.ts";

/** What one value of a list costs beside a condition of its own: lists are looked up by hash. */
const perListValue = 1 / 50;
/** A pattern is compared letter by letter, with every row. */
const perText = 2;
const perChild = 5;

/** How much work a condition is per row, in simple comparisons: 6,000 words of a search are 12,000. */
export function termsOf(condition: Condition): number {
  switch (condition.kind) {
    case "never":
      return 0;
    case "every":
    case "some":
      return condition.of.reduce((sum, part) => sum + termsOf(part), 0);
    case "compare":
    case "empty":
      return 1;
    case "text":
      return perText;
    case "in":
    case "linked":
      return 1 + condition.values.length * perListValue;
    case "holdsAny":
      return perText + condition.values.length * perListValue;
    case "names":
    case "child":
      return perChild + termsOf(condition.where);
  }
}

/** Whether the condition reads rows of another table. */
export function readsChildren(condition: Condition): boolean {
  if (condition.kind === "every" || condition.kind === "some") return condition.of.some(readsChildren);
  return condition.kind === "child" || condition.kind === "names" || condition.kind === "linked";
}
