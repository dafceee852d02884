import type { ResolvedField } from "../../runtime/model/resolved-model.ts";
import type { ReaderTexts } from "./language/reader-texts.ts";

/**
 * Header texts of a file by field name. Where two fields have one translation, each keeps its own title in brackets:
 * a header names one column, or the file could not be read back.
 *
 * @example 姓名 and 名称 are both `Name`: `Name (姓名)`, `Name (名称)`
 */
export function sheetTitles(fields: readonly ResolvedField[], texts: ReaderTexts): ReadonlyMap<string, string> {
  const count = new Map<string, number>();
  for (const { title } of fields) count.set(texts.text(title), (count.get(texts.text(title)) ?? 0) + 1);
  return new Map(
    fields.map(({ name, title }) => {
      const told = texts.text(title);
      return [name, told !== title && (count.get(told) ?? 0) > 1 ? `${told} (${title})` : told];
    }),
  );
}
