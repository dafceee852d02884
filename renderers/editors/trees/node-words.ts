import type { EditorProps } from "../editor-props.ts";

/** Parent of the rows at the top, which is no node (PCK-06). */
export const rootKey = "0";

/** What a chosen node is called: as the server told it, as its dictionary does, or by its value. */
export function nodeWords(
  { text, dict, dictionaries }: Pick<EditorProps, "text" | "dict" | "dictionaries">,
  values: readonly string[],
  index: number,
): string {
  const value = values[index] ?? "";
  const told = text?.split(",");
  return (
    (told?.length === values.length ? told[index] : undefined) ??
    (dict ? dictionaries.text(dict, value) : undefined) ??
    value
  );
}
