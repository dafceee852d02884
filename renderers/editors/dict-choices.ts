import type { EditorProps } from "../form/editor-props.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/**
 * What a dictionary offers. A value that is not (or no longer) offered stays choosable, so that opening
 * and saving a form never loses it.
 */
export function dictChoices({ dict, dictionaries }: Pick<EditorProps, "dict" | "dictionaries">): readonly Choice[] {
  return dictionaries
    .options(dict)
    .map((option) => ({ value: option.value, label: option.text, ...(option.disabled ? { disabled: true } : {}) }));
}
