import { compileBraced } from "../../runtime/expr/template.ts";
import { commaParts } from "../../runtime/format/text.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";
import type { EditorProps } from "./editor-props.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Shown below the words while it may be chosen. */
  readonly subtitle?: string | undefined;
  readonly disabled?: boolean;
}

type Chosen = Partial<Pick<EditorProps, "field" | "value" | "text" | "scope">>;

/**
 * What a dictionary offers. A value that is not (or no longer, or not yet) offered stays choosable under the words that
 * the server sent with it, or as itself, so that it is seen and that opening and saving a form never loses it.
 */
export function dictChoices({
  dict,
  dictionaries,
  ...chosen
}: Pick<EditorProps, "dict" | "dictionaries"> & Chosen): readonly Choice[] {
  const { choices, known } = narrowed(offered(dictionaries.options(dict)), chosen);
  const missing = chosenChoices(chosen).filter(({ value }) => !known.has(value));
  return missing.length > 0 ? [...choices, ...missing] : choices;
}

/** The entries that the record allows now, where its field says so. */
function narrowed(all: Offered, { field, scope }: Chosen): Offered {
  const allowed: unknown = field?.choices && scope ? compileBraced(field.choices)(scope()) : undefined;
  if (!Array.isArray(allowed)) return all;
  const known = new Set(allowed.map(String));
  return { choices: all.choices.filter(({ value }) => known.has(value)), known };
}

/** What a search found, as entries of a list. */
export const foundChoices = (options: readonly DictOption[]): readonly Choice[] =>
  options.map(({ value, text, subtitle }) => ({ value, label: text, subtitle }));

interface Offered {
  readonly choices: readonly Choice[];
  readonly known: ReadonlySet<string>;
}

/** Made once for a dictionary: a control is drawn with every key, and some dictionaries have 100,000 entries. */
const kept = new WeakMap<readonly DictOption[], Offered>();

function offered(options: readonly DictOption[]): Offered {
  const before = kept.get(options);
  if (before) return before;
  const choices = options.map(({ value, text, disabled }) => ({
    value,
    label: text,
    ...(disabled ? { disabled: true } : {}),
  }));
  const made = { choices, known: new Set(options.map(({ value }) => value)) };
  kept.set(options, made);
  return made;
}

function chosenChoices({ field, value, text }: Chosen): readonly Choice[] {
  if (value === null || value === undefined || value === "") return [];
  if (!field?.multiple) return [{ value: String(value), label: text ?? String(value) }];
  const parts = commaParts(value);
  const words = text?.split(/[,、] ?/) ?? [];
  return parts.map((part, index) => ({ value: part, label: (words.length === parts.length && words[index]) || part }));
}
