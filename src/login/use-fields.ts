import { useEffect, useRef, useState } from "react";
import { messages } from "../messages/messages.ts";

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

/** What the control of one field takes. */
export interface FieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

interface Submission<Name extends string> {
  /** What is wrong before anything is sent, in the order of the page. */
  readonly check: () => FieldErrors<Name>;
  readonly send: () => Promise<void>;
  /** The field that a refusal of the server belongs to. */
  readonly fieldOf: (message: string) => Name;
}

/**
 * Values, errors and sending of a small form; after a refusal the first wrong field has the focus.
 *
 * @param startsHere the form is what its page is there for: its first empty field has the focus from the beginning
 */
export function useFields<Name extends string>(initial: Readonly<Record<Name, string>>, startsHere = false) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const wrong = firstWrong(errors);
  useEffect(() => {
    if (startsHere) form.current?.querySelector<HTMLElement>("input:placeholder-shown")?.focus();
  }, [startsHere]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new refusal moves the focus, a corrected field does not
  useEffect(() => {
    if (!isBusy && wrong) form.current?.querySelector<HTMLElement>(`[data-field="${wrong}"] input`)?.focus();
  }, [refusals, isBusy]);

  function change(name: Name, value: string): void {
    setValues((current) => ({ ...current, [name]: value }));
    setErrors(({ [name]: _fixed, ...others }) => others as FieldErrors<Name>);
  }

  function showErrors(found: FieldErrors<Name>): void {
    setErrors(found);
    setRefusals((count) => count + 1);
  }

  async function submit({ check, send, fieldOf }: Submission<Name>): Promise<void> {
    if (isBusy) return;
    const found = check();
    if (firstWrong(found)) return showErrors(found);
    setErrors({});
    setBusy(true);
    try {
      await send();
    } catch (error) {
      const message = error instanceof Error ? error.message : messages.failure.unknown;
      showErrors({ [fieldOf(message)]: message } as FieldErrors<Name>);
    } finally {
      setBusy(false);
    }
  }

  const field = (name: Name): FieldProps => ({
    value: values[name],
    error: errors[name],
    disabled: isBusy,
    onChange: (value) => change(name, value),
  });

  return { form, values, errors, isBusy, field, change, showErrors, submit };
}

function firstWrong<Name extends string>(errors: FieldErrors<Name>): Name | undefined {
  return (Object.keys(errors) as Name[]).find((name) => errors[name] !== undefined);
}
