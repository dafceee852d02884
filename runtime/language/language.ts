/** The languages of the interface. The first is the one that documents and messages are written in. */
export const locales = ["zh-CN", "en-US"] as const;
export type Locale = (typeof locales)[number];

/** A catalogue's shape in any language: the same entries, the same parts to fill. */
export type Texts<Source> = Source extends string
  ? string
  : Source extends (...parts: infer Parts) => string
    ? (...parts: Parts) => string
    : { readonly [Entry in keyof Source]: Texts<Source[Entry]> };

/** Every catalogue of the interface; a language is complete when it has all of them. */
export type CatalogueName =
  | "account"
  | "administration"
  | "calendar"
  | "chartChoice"
  | "code"
  | "compile"
  | "console"
  | "cron"
  | "cronEditor"
  | "cronSentence"
  | "dateSpans"
  | "exportFile"
  | "findings"
  | "xray"
  | "format"
  | "gallery"
  | "generate"
  | "grid"
  | "importFile"
  | "importSteps"
  | "openApi"
  | "operations"
  | "records"
  | "recycleBin"
  | "renderers"
  | "report"
  | "secondFactor"
  | "shortcuts"
  | "formPreview"
  | "formRules"
  | "reportDesigner"
  | "studio"
  | "superQuery"
  | "systemFields"
  | "panels"
  | "phonePreview"
  | "history"
  | "picks"
  | "conflict"
  | "draft"
  | "uploads"
  | "writing";

export interface Language {
  readonly locale: Locale;
  readonly catalogues: Readonly<Partial<Record<CatalogueName, unknown>>>;
}

let spoken: Language = { locale: "zh-CN", catalogues: {} };

/** Chooses the language of this page. Modules read their texts when they are loaded, so this comes before them. */
export function speak(language: Language): void {
  spoken = language;
}

export function currentLocale(): Locale {
  return spoken.locale;
}

/**
 * The texts of a catalogue in the language of this page: the source, which is Chinese, where no other was chosen.
 *
 * @example export const messages = inLanguage("renderers", chinese); // messages.list.search → "Search"
 */
export function inLanguage<Source>(name: CatalogueName, source: Source): Texts<Source> {
  return (spoken.catalogues[name] ?? source) as Texts<Source>;
}

/**
 * A title inside an English sentence: `Phone number` → `phone number`. Abbreviations, and titles in another script,
 * stay as they are.
 */
export function inSentence(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** A number of things in English: `1 row`, `2 rows`. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
