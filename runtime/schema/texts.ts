import { parse } from "jsonc-parser";
import type { Diagnostic, SourceFile } from "./diagnostic.ts";

/** The texts of documents in another language, by the text as documents write it. */
export type TextsByLocale = ReadonlyMap<string, ReadonlyMap<string, string>>;

const folder = /^locales\/([\w-]+)\/[\w-]+\.json$/;

/** Files below `locales/` hold translations and are no documents. */
export const isTexts = (file: SourceFile): boolean => file.path.startsWith("locales/");

/** Reads `locales/{language}/{any name}.json`: flat maps from the written text to the translated one. */
export function readTexts(files: readonly SourceFile[]): {
  readonly texts: TextsByLocale;
  readonly diagnostics: readonly Diagnostic[];
} {
  const texts = new Map<string, Map<string, string>>();
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const locale = folder.exec(file.path)?.[1];
    const entries = locale === undefined ? undefined : entriesOf(file.text);
    if (locale === undefined || !entries) {
      diagnostics.push(refusal(file));
      continue;
    }
    const known = texts.get(locale) ?? new Map<string, string>();
    for (const [text, translated] of entries) known.set(text, translated);
    texts.set(locale, known);
  }
  return { texts, diagnostics };
}

function entriesOf(text: string): [string, string][] | undefined {
  const value: unknown = parse(text, [], { allowTrailingComma: false, disallowComments: true });
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === "string") ? entries : undefined;
}

const refusal = ({ path }: SourceFile): Diagnostic => ({
  code: "LC1100",
  severity: "error",
  file: path,
  line: 1,
  column: 1,
  path: "",
  message: "译文写作 locales/语言/名称.json，内容为原文到译文的对照，都是文字",
});
