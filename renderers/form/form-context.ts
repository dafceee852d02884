import { createContext, useContext } from "react";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { FieldItemPlan } from "../../runtime/compile/view-plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import type { FormSession } from "./form-session.ts";

/** What the fields of one open form share. */
export interface FormScope {
  readonly id: string;
  readonly session: FormSession;
  readonly plan: ListPlan;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly cells: CellContext;
  /** The row as it was opened: words of references, values that read-only fields already have. */
  readonly opened: Row;
  /** Id of the row that a copy starts from. */
  readonly copyOf?: unknown;
  /** Leads from a place that is wrong to the next one, or the one before; absent = the form has no such walk. */
  findWrong?(step: 1 | -1, from: Element | undefined): void;
  /** A person changed a field: computed values are in place, the field's own actions run. */
  changed(item: FieldItemPlan, before: unknown): void;
}

const FormContext = createContext<FormScope | undefined>(undefined);
export const FormScopeProvider = FormContext.Provider;

/** The same for a control that can also stand outside a form. */
export const useFormScopeIfAny = (): FormScope | undefined => useContext(FormContext);

/** The pane of a form that an item stands in: the title of its tab. */
export const PaneContext = createContext<string | undefined>(undefined);

export function useFormScope(): FormScope {
  const scope = useContext(FormContext);
  if (!scope) throw new Error("a form field stands outside a form");
  return scope;
}
