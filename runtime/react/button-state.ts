import type { ButtonPlan } from "../compile/plan.ts";
import type { Scope } from "../expr/compile.ts";
import type { ResolvedModel, Row } from "../model/resolved-model.ts";
import { isTrue } from "./scope.ts";
import type { ConsoleServices } from "./services.ts";

/**
 * Whether a button shows: the person holds its code, the row stands in one of its states and the
 * screen's own condition holds. The server checks again whatever the screen shows.
 */
export function isShown(
  button: ButtonPlan,
  model: ResolvedModel,
  services: Pick<ConsoleServices, "hasPermission">,
  scope: Scope,
  row?: Row,
): boolean {
  if (button.permission && !services.hasPermission(button.permission)) return false;
  if (row && button.states && !isInStates(button.states, model, row)) return false;
  return isTrue(button.visible, scope);
}

export function isDisabled(button: ButtonPlan, scope: Scope): boolean {
  return isTrue(button.disabled, scope);
}

function isInStates(states: readonly string[], model: ResolvedModel, row: Row): boolean {
  const field = model.states?.field;
  if (!field) return true;
  return states.includes(String(row[field] ?? ""));
}
