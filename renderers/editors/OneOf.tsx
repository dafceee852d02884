import { LookUpState } from "../layouts/LookUpState.tsx";
import { ChoiceSelect } from "./ChoiceSelect.tsx";
import type { Choice } from "./dict-choices.ts";

interface OneOfProps<Value extends string> {
  /** Names it where no label stands beside it. */
  readonly label: string;
  readonly placeholder?: string;
  readonly className?: string;
  readonly disabled?: boolean;
  readonly choices: readonly (Choice & { readonly value: Value })[];
  /** Undefined = nothing yet. */
  readonly value: Value | undefined;
  onChange(value: Value): void;
}

/** One entry of a list that is known: it is changed, never emptied. */
export function OneOf<Value extends string>(props: OneOfProps<Value>) {
  const { label, choices, value, onChange } = props;
  return (
    <ChoiceSelect
      className={props.className}
      label={label}
      isKept
      placeholder={props.placeholder ?? label}
      disabled={props.disabled ?? false}
      choices={choices}
      chosen={value === undefined ? [] : [choices.find((one) => one.value === value) ?? { value, label: value }]}
      empty={<LookUpState isLoading={false} problem={undefined} onRetry={undefined} />}
      onChange={([next]) => (next ? onChange(next.value as Value) : undefined)}
    />
  );
}
