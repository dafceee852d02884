import { useRef, useState } from "react";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { RequestError } from "../../runtime/react/services.ts";
import type { FieldError } from "../../runtime/record/record-types.ts";

export interface SaveState {
  readonly isSaving: boolean;
  /** A refusal that belongs to no field; stays in sight until the next try. */
  readonly problem: string | undefined;
  /** The failure that `problem` tells of. */
  readonly reason: unknown;
  /** The row as it is now, when somebody else was faster. */
  readonly theirs: Row | undefined;
}

interface SaveParts {
  /** Sends; resolves when the server has it. */
  send(): Promise<void>;
  /** Shows errors beside their fields; answers those that have no place there. */
  showErrors(errors: readonly FieldError[]): readonly FieldError[];
}

const quiet: SaveState = { isSaving: false, problem: undefined, reason: undefined, theirs: undefined };

/**
 * One save at a time. A refusal becomes errors beside fields, a conflict the row as it is now, anything else, errors of
 * fields that are not on the form included, one line over the form. Nothing that was typed is touched by a failure.
 */
export function useSave() {
  const [state, setState] = useState<SaveState>(quiet);
  const running = useRef(false);

  const save = async ({ send, showErrors }: SaveParts): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setState({ ...quiet, isSaving: true });
    try {
      await send();
      setState(quiet);
      return true;
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      const theirs = reason.status === 409 ? currentOf(reason) : undefined;
      const errors = fieldErrorsOf(reason);
      const unplaced = errors.length > 0 ? textOf(showErrors(errors)) : reason.message;
      setState({ isSaving: false, problem: theirs ? undefined : unplaced, reason, theirs });
      return false;
    } finally {
      running.current = false;
    }
  };
  /** Says why nothing is sent; undefined takes a former reason back. */
  const refuse = (problem: string | undefined) => setState({ ...quiet, problem });
  const clear = () => setState(quiet);
  return { ...state, save, refuse, clear };
}

/** What errors say, each once; undefined where there is none. */
export function textOf(errors: readonly FieldError[]): string | undefined {
  const texts = errors.filter(({ level }) => level === "error").map(({ message }) => message);
  return [...new Set(texts)].join("；") || undefined;
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
