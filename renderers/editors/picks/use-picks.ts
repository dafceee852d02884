import { useEffect, useState } from "react";
import { commaParts } from "../../../runtime/format/text.ts";
import type { EditorProps } from "../editor-props.ts";
import type { Pick } from "./pick-types.ts";

/** The stored values of a picker with their words; a value without words stands as itself. */
export function usePicks({ value, text, dict, dictionaries, onPicked, onChange }: EditorProps) {
  const [seen, setSeen] = useState<ReadonlyMap<string, Pick>>(new Map());
  const words = text?.split(",");
  const values = commaParts(value);
  const picks = values.map((one, index): Pick => {
    const sent = words?.length === values.length ? words[index] : undefined;
    const learnt = dict ? dictionaries.text(dict, one) : undefined;
    return seen.get(one) ?? { value: one, text: sent ?? learnt ?? one };
  });
  // A default and what a list hands to a new row come without words.
  const unnamed = picks.filter((pick) => pick.text === pick.value).map((pick) => pick.value);
  const asked = unnamed.join(",");
  useEffect(() => {
    if (dict && asked !== "") dictionaries.translate(dict, asked.split(","));
  }, [dict, dictionaries, asked]);
  const choose = (next: readonly Pick[]) => {
    setSeen(new Map([...seen, ...next.map((pick) => [pick.value, pick] as const)]));
    onPicked?.(next.map((pick) => pick.text).join(",") || undefined);
    onChange(next.map((pick) => pick.value).join(",") || null);
  };
  return { picks, choose };
}
