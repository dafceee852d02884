import { type Node, parseTree } from "jsonc-parser";
import type { SourceFile } from "../../../runtime/schema/diagnostic.ts";
import { misspell } from "./typos.ts";

type Random = () => number;

/** A place of a document where a fault can be planted, and what is to be said of it. */
export interface Place {
  readonly file: string;
  /** What is replaced in the text. */
  readonly offset: number;
  readonly length: number;
  readonly written: (random: Random) => string;
  /** The word that is to be suggested, where one is. */
  readonly word?: string | undefined;
  /** Where the finding is to begin, for what leaves no trace of its own; otherwise it covers or begins in what was put in. */
  readonly at?: number;
}

/** A value of a document: its JSON pointer, the property that it belongs to and what is around it. */
export interface Part {
  readonly file: string;
  readonly text: string;
  readonly path: string;
  readonly value: Node;
  readonly property: Node | undefined;
  readonly owner: Node;
}

/** All documents, taken apart once. */
export type Documents = readonly (readonly Part[])[];

export type Kind = (documents: Documents) => Place[];

export function documentsOf(files: readonly SourceFile[]): Documents {
  return files.map(({ path: file, text }) => {
    const parts: Part[] = [];
    const visit = (owner: Node, path: string): void => {
      for (const [index, child] of (owner.children ?? []).entries()) {
        const property = child.type === "property" ? child : undefined;
        const value = property ? property.children?.[1] : child;
        const step = property ? String(property.children?.[0]?.value) : index;
        if (!value) continue;
        parts.push({ file, text, path: `${path}/${step}`, value, property, owner });
        visit(value, `${path}/${step}`);
      }
    };
    const tree = parseTree(text);
    if (tree) visit(tree, "");
    return parts;
  });
}

/**
 * Parts of the documents of a kind: `"screen /table/columns/*"` names them as a path does, with `*` for one step and
 * `**` for any; several paths are joined by `|`.
 */
export function partsAt(documents: Documents, where: string): Part[] {
  const [kind = "", ...paths] = where.split(/[ |]+/);
  const patterns = paths.map(
    (path) => new RegExp(`^${path.replaceAll("/**", "(/[^/]+)@").replaceAll("*", "[^/]+").replaceAll("@", "*")}$`),
  );
  return documents
    .filter((parts) => parts[0]?.file.endsWith(`.${kind}.json`))
    .flatMap((parts) => parts.filter(({ path }) => patterns.some((pattern) => pattern.test(path))));
}

const isWord = (text: string) => /^[A-Za-z][\w/.:-]{2,}$/.test(text);
export const textOf = ({ value }: Part) => (value.type === "string" ? String(value.value) : "");
export const writtenOf = ({ text, value }: Part) => text.slice(value.offset, value.offset + value.length);
/** A property of the object that a part belongs to. */
export const besideOf = ({ owner }: Part, key: string): unknown =>
  owner.children?.find((one) => one.children?.[0]?.value === key)?.children?.[1]?.value;

const misspelt = (file: string, offset: number, word: string): Place => ({
  file,
  offset,
  length: word.length,
  written: (random) => misspell(word, random),
  word,
});

/** A word that is the whole value. */
export const value =
  (where: string, isMeant: (part: Part) => boolean = () => true): Kind =>
  (documents) =>
    partsAt(documents, where)
      .filter((part) => isWord(textOf(part)) && isMeant(part))
      .map((part) => misspelt(part.file, part.value.offset + 1, textOf(part)));

/** A word that is a key. */
export const key =
  (where: string, isMeant: (part: Part) => boolean = () => true): Kind =>
  (documents) =>
    partsAt(documents, where).flatMap((part) => {
      const name = part.property?.children?.[0];
      if (!name || !isWord(String(name.value)) || !isMeant(part)) return [];
      return [misspelt(part.file, name.offset + 1, String(name.value))];
    });

/** A word inside the expressions of a value: the first group of the pattern. */
export const inside =
  (where: string, pattern: RegExp, isMeant: (word: string, part: Part) => boolean = () => true): Kind =>
  (documents) =>
    partsAt(documents, where).flatMap((part) => {
      const written = writtenOf(part);
      if (part.value.type !== "string" || !written.includes("{{") || written.includes("\\")) return [];
      return [...written.matchAll(new RegExp(pattern, "dg"))].flatMap((match) => {
        const [word = "", [start] = [0]] = [match[1], match.indices?.[1]];
        return word.length > 2 && isMeant(word, part) ? [misspelt(part.file, part.value.offset + start, word)] : [];
      });
    });

interface Replacement {
  readonly word?: (part: Part) => string | undefined;
  /** Where the finding is to begin. */
  readonly at?: (part: Part) => number;
}

/** Another text in the place of a value; undefined where the fault makes no sense. */
export const replaced =
  (where: string, write: (part: Part) => string | undefined, { word, at }: Replacement = {}): Kind =>
  (documents) =>
    partsAt(documents, where).flatMap((part) => {
      const written = write(part);
      if (written === undefined) return [];
      const { offset, length } = part.value;
      return [
        {
          file: part.file,
          offset,
          length,
          written: () => written,
          word: word?.(part),
          ...(at ? { at: at(part) } : {}),
        },
      ];
    });

/** A part of an expression in the place of another; undefined groups match anything. */
export const rewritten =
  (where: string, pattern: RegExp, to: string, { word, isMeant = () => true }: Rewriting = {}): Kind =>
  (documents) =>
    partsAt(documents, where).flatMap((part) => {
      const written = writtenOf(part);
      if (part.value.type !== "string" || !written.includes("{{") || written.includes("\\")) return [];
      const match = pattern.exec(written);
      if (!match || !isMeant(match, part)) return [];
      return [
        {
          file: part.file,
          offset: part.value.offset + match.index,
          length: match[0].length,
          written: () => match[0].replace(pattern, to),
          word: word === undefined ? undefined : match[0].replace(pattern, word),
        },
      ];
    });

interface Rewriting {
  readonly word?: string;
  readonly isMeant?: (match: RegExpExecArray, part: Part) => boolean;
}

/** A property that is left out: told at the object that lacks it. */
export const missing =
  (where: string, isMeant: (part: Part) => boolean = () => true): Kind =>
  (documents) =>
    partsAt(documents, where).flatMap((part) => {
      const { file, text, property, owner } = part;
      const siblings = owner.children ?? [];
      if (!property || siblings.length < 2 || !isMeant(part)) return [];
      const index = siblings.indexOf(property);
      const [before, after] = [siblings[index - 1], siblings[index + 1]];
      const start = after || !before ? property.offset : before.offset + before.length;
      const end = after ? after.offset : property.offset + property.length;
      // The line of the object is the same: what is left out stands behind its brace.
      return text.slice(owner.offset, start).length > 0
        ? [{ file, offset: start, length: end - start, written: () => "", at: owner.offset }]
        : [];
    });

/** A text put in before a part, or behind it. */
export const added =
  (
    side: "before" | "behind",
    where: string,
    write: (part: Part) => string | undefined,
    told: { readonly at?: (part: Part) => number; readonly word?: (part: Part) => string | undefined } = {},
  ): Kind =>
  (documents) =>
    partsAt(documents, where).flatMap((part) => {
      const written = write(part);
      if (written === undefined) return [];
      const node = part.property ?? part.value;
      const offset = node.offset + (side === "behind" ? node.length : 0);
      return [
        {
          file: part.file,
          offset,
          length: 0,
          written: () => written,
          word: told.word?.(part),
          ...(told.at ? { at: told.at(part) } : {}),
        },
      ];
    });
