import type { ButtonPlan, GuardPlan } from "../compile/plan.ts";
import type { Scope } from "../expr/compile.ts";
import type { ResolvedModel, Row } from "../model/resolved-model.ts";
import { namesOf } from "./field-rights.ts";
import { isTrue } from "./scope.ts";
import type { ConsoleServices } from "./services.ts";

type Rights = Pick<ConsoleServices, "hasPermission" | "permissions">;

/** The screen that a button stands on, as far as its rights go. */
interface ButtonOwner {
  readonly model: ResolvedModel;
  readonly permissionPrefix: string;
}

/**
 * Whether a person may be offered a button: they hold its code, and no permission row hides its name (PRM-03, PRM-04).
 */
export function isOffered(button: ButtonPlan, { permissionPrefix }: ButtonOwner, services: Rights): boolean {
  if (button.permission && !services.hasPermission(button.permission)) return false;
  return !namesOf(services, permissionPrefix).hidden.has(button.key);
}

/**
 * Whether a button shows: the person may be offered it, the row stands in one of its states and the
 * screen's own condition holds. The server checks again whatever the screen shows.
 */
export function isShown(button: ButtonPlan, owner: ButtonOwner, services: Rights, scope: Scope, row?: Row): boolean {
  if (!isOffered(button, owner, services)) return false;
  if (row && button.states && !isInStates(button.states, owner.model, row)) return false;
  return isTrue(button.visible, scope);
}

export function isDisabled(button: ButtonPlan, scope: Scope): boolean {
  return isTrue(button.disabled, scope) || closedReason(button, scope) !== "";
}

/**
 * Why a button is closed, in words; empty for one that is open or says nothing. Of a transition's guards the first that the
 * row does not meet as it is shown.
 */
export function closedReason({ disabledReason, transition }: ButtonPlan, scope: Scope): string {
  const row: object = scope.row ?? {};
  const isUnmet = ({ fields, holds }: GuardPlan) => fields.every((name) => name in row) && !holds(scope);
  return disabledReason?.render(scope).trim() || transition?.guards.find(isUnmet)?.message || "";
}

/** A button on one row. */
export interface RowButton extends ButtonPlan {
  readonly isClosed?: boolean;
  readonly reason?: string;
}

function isInStates(states: readonly string[], model: ResolvedModel, row: Row): boolean {
  const field = model.states?.field;
  if (!field) return true;
  return states.includes(String(row[field] ?? ""));
}
