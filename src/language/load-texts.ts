import { learnDocumentTexts } from "../../runtime/language/document-texts.ts";
import { currentLocale } from "../../runtime/language/language.ts";
import type { ApiClient } from "../api/client.ts";

let isKnown = currentLocale() === "zh-CN";

/**
 * Fetches the texts of documents once, where they are read in another language than documents are written in. Without
 * them the pages are in Chinese, and the next navigation asks again.
 */
export async function loadDocumentTexts(client: Pick<ApiClient, "request">): Promise<void> {
  if (isKnown) return;
  try {
    const url = `/lowcode/texts/${currentLocale()}`;
    learnDocumentTexts(await client.request<Readonly<Record<string, string>>>({ method: "GET", url, quiet: "all" }));
    isKnown = true;
  } catch {
    // The permission list, asked for at the same time, says what is wrong.
  }
}
