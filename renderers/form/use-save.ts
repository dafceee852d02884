import { useRef, useState } from "react";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { RequestError } from "../../runtime/react/services.ts";
import type { FieldError } from "../../runtime/record/record-types.ts";

export interface SaveState {
  readonly isSaving: boolean;
  /** A refusal that belongs to no field; stays in sight until the next try. */
  readonly problem: string | undefined;
  /** The row as it is now, when somebody else was faster. */
  readonly theirs: Row | undefined;
}

interface SaveParts {
  /** Sends; resolves when the server has it. */
  send(): Promise<void>;
  showErrors(errors: readonly FieldError[]): void;
}

/**
 * One save at a time. A refusal becomes errors beside fields, a conflict the row as it is now, anything else
 * one line over the form. Nothing that was typed is touched by a failure.
 */
export function useSave() {
  const [state, setState] = useState<SaveState>({ isSaving: false, problem: undefined, theirs: undefined });
  const running = useRef(false);

  const save = async ({ send, showErrors }: SaveParts): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setState({ isSaving: true, problem: undefined, theirs: undefined });
    try {
      await send();
      setState({ isSaving: false, problem: undefined, theirs: undefined });
      return true;
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      const theirs = reason.status === 409 ? currentOf(reason) : undefined;
      const errors = fieldErrorsOf(reason);
      if (errors.length > 0) showErrors(errors);
      setState({ isSaving: false, problem: errors.length > 0 || theirs ? undefined : reason.message, theirs });
      return false;
    } finally {
      running.current = false;
    }
  };
  /** Says why nothing is sent; undefined takes a former reason back. */
  const refuse = (problem: string | undefined) => setState({ isSaving: false, problem, theirs: undefined });
  const clear = () => setState({ isSaving: false, problem: undefined, theirs: undefined });
  return { ...state, save, refuse, clear };
}

function currentOf(reason: RequestError): Row | undefined {
  const result = reason.envelope?.result as { readonly current?: Row } | null | undefined;
  return result?.current;
}

/** `{ fieldErrors: { field: message } }`, or a list of errors. */
export function fieldErrorsOf(reason: RequestError): readonly FieldError[] {
  const result = reason.envelope?.result as { readonly fieldErrors?: unknown } | null | undefined;
  const errors = result?.fieldErrors;
  if (Array.isArray(errors)) return errors.filter(isFieldError);
  if (typeof errors !== "object" || errors === null) return [];
  return Object.entries(errors).map(([field, message]) => ({ field, message: String(message), level: "error" }));
}

function isFieldError(value: unknown): value is FieldError {
  return typeof value === "object" && value !== null && "field" in value && "message" in value;
}
