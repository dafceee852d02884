import type { FastifyRequest } from "fastify";
import type { Texts } from "../../../runtime/language/language.ts";
import { englishSystemFields } from "../../../runtime/model/system-fields.en-US.ts";
import { chineseSystemFields } from "../../../runtime/model/system-fields.ts";
import type { TextsByLocale } from "../../../runtime/schema/texts.ts";
import { englishSheetWords } from "./sheet-words.en-US.ts";
import { chineseSheetWords } from "./sheet-words.ts";
import { translateMessage } from "./translate-message.ts";

/** The language of whoever reads a file that the server writes. */
export interface ReaderTexts {
  readonly words: Texts<typeof chineseSheetWords>;
  /** A title or an option of a document; as written where nobody translated it. */
  text(written: string): string;
  /** What is wrong with a row, or an answer. */
  message(said: string): string;
}

const systemTitles = new Map(
  Object.entries(chineseSystemFields).map(([name, title]) => [
    title,
    englishSystemFields[name as keyof typeof chineseSystemFields],
  ]),
);

/** Of what nobody asked for at a browser: messages that the server writes by itself. */
export const chineseReader: ReaderTexts = {
  words: chineseSheetWords,
  text: (written) => written,
  message: (said) => said,
};

function english(documents: TextsByLocale): ReaderTexts {
  const known = documents.get("en-US") ?? new Map<string, string>();
  return {
    words: englishSheetWords,
    text: (written) => known.get(written) ?? systemTitles.get(written) ?? written,
    message: (said) => translateMessage(said, known),
  };
}

/** The first language named counts; a browser that nobody told names its own, our console always names its. */
export function wantsEnglish(request: FastifyRequest): boolean {
  return /^en\b/i.test(request.headers["accept-language"] ?? "");
}

export const readerTexts = (request: FastifyRequest, documents: TextsByLocale): ReaderTexts =>
  textsIn(wantsEnglish(request), documents);

export const textsIn = (isEnglish: boolean, documents: TextsByLocale): ReaderTexts =>
  isEnglish ? english(documents) : chineseReader;

/** The languages that a file may be written in. */
export interface FileLanguages {
  /** That of documents first: where a header is a title in one and in another, it is meant as documents mean it. */
  readonly texts: readonly ReaderTexts[];
  /** Texts of documents whose translation this is. */
  originalsOf(translated: string): readonly string[];
  /** `true` and `false` by the words for them. */
  readonly truths: ReadonlyMap<string, string>;
}

export function fileLanguages(documents: TextsByLocale): FileLanguages {
  const originals = new Map<string, string[]>();
  for (const [written, translated] of documents.get("en-US") ?? []) {
    originals.set(translated, [...(originals.get(translated) ?? []), written]);
  }
  const texts = [chineseReader, english(documents)];
  const truths = texts.flatMap(({ words }): [string, string][] => [
    [words.yes, "true"],
    [words.no, "false"],
  ]);
  return { texts, originalsOf: (translated) => originals.get(translated) ?? [], truths: new Map(truths) };
}
