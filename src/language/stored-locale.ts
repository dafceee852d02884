import { type Locale, locales } from "../../runtime/language/language.ts";
import { createLocalEntries } from "../stores/local-entries.ts";

const entries = createLocalEntries(() => window.localStorage);

/** The language chosen in this browser, Chinese before anybody chose. */
export function storedLocale(): Locale {
  const stored = entries.read("locale");
  return locales.find((locale) => locale === stored) ?? "zh-CN";
}

export function storeLocale(locale: Locale): void {
  entries.write("locale", locale);
}
