import type { Texts } from "../../language/language.ts";
import type { ruleMessages } from "./rule-messages.ts";

export const englishRuleMessages: Texts<typeof ruleMessages> = {
  atRule: (no, message) => `Rule ${no}: ${message}`,
  test: (no) => `condition ${no}`,
  effect: (no) => `effect ${no}`,
  condition: "condition",
  noCondition: "Enter a condition",
  noEffect: "Enter an effect",
  noField: (place, name) => `${place}: the form has no field ${name}`,
  noTable: (place, title) => `${place}: the sub-table “${title}” can only be shown, hidden or read-only`,
  noTarget: (place) => `${place} names no field yet`,
  noValue: (place) => `${place} has no value yet`,
  noNumber: (place) => `${place}: the value of a number field must be a number`,
  noMessage: (place) => `${place} has no message yet`,
  asFormula: (place) => `${place}: for {{ }} choose “by formula”`,
  braces: "Write it as {{ expression }}",
  badFormula: (place, reason) => `The formula of ${place} is wrong: ${reason}`,
  contradicts: (no, title) => `It asks the opposite of “${title}” that rule ${no} asks under the same condition`,
  circle: (steps) => `The rules go round in a circle: ${steps}`,
};
