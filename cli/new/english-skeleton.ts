import { textsToTranslate } from "../../runtime/language/document-texts.ts";

/** Words of the skeletons in English; a text that is not here is for the author to translate. */
const words: Readonly<Record<string, string>> = {
  名称: "Name",
  排序: "Order",
  备注: "Remark",
  上级: "Parent",
  有下级: "Has children",
  明细: "Lines",
  单价: "Price",
  数量: "Quantity",
  金额: "Amount",
  总数: "Total",
  每月新增: "New per month",
};

/**
 * The English texts that new documents need: known words translated, the page's title from its id, anything else as it is
 * written, which `npm run lint:schemas -- --english` goes on naming.
 *
 * @param known texts that have an English one already
 */
export function englishSkeleton(
  documents: readonly unknown[],
  { id, title, known }: { readonly id: string; readonly title: string; readonly known: ReadonlyMap<string, string> },
): Record<string, string> {
  const name = (id.split("/").at(-1) ?? id).replaceAll("-", " ");
  const ofTitle = name[0]?.toUpperCase() + name.slice(1);
  const texts = [...new Set(documents.flatMap((document) => [...textsToTranslate(document)]))];
  const own: Readonly<Record<string, string>> = { ...words, [title]: ofTitle, [`${title}明细`]: `${ofTitle} lines` };
  return Object.fromEntries(texts.filter((text) => !known.has(text)).map((text) => [text, own[text] ?? text]));
}
