/** A text and what is selected in it, offsets in UTF-16 units. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `insert` takes the place of `from`…`to`; afterwards `start`…`end` is selected. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/** Puts a mark on both sides of the selected words, or takes it away; words of its own where none are selected. */
export function wrap({ text, start, end }: Selected, mark: string, words: string): Edit {
  const { length } = mark;
  const isMarked = text.slice(start - length, start) === mark && text.slice(end, end + length) === mark;
  if (isMarked) {
    const insert = text.slice(start, end);
    return { from: start - length, to: end + length, insert, start: start - length, end: end - length };
  }
  const insert = text.slice(start, end) || words;
  return {
    from: start,
    to: end,
    insert: mark + insert + mark,
    start: start + length,
    end: start + length + insert.length,
  };
}

/** Marks at the start of lines; the longer come first. */
const listMark = /^(\s*)(- \[[ xX]\] |[-*+] |\d+[.)] |> |#{1,6} )/;

/**
 * Gives the selected lines a mark at their start, or takes it away where all have it. Another mark gives way to it.
 *
 * @param mark gets the number of the line, from 1
 */
export function markLines(selected: Selected, mark: (line: number) => string): Edit {
  const { lines, from, to } = linesOf(selected);
  const isMarked = lines.every((line, at) => listMark.exec(line)?.[2] === mark(at + 1));
  const changed = lines.map((line, at) => {
    const [, indent = ""] = /^(\s*)/.exec(line) ?? [];
    if (isMarked) return indent + line.trimStart().slice(mark(at + 1).length);
    return indent + mark(at + 1) + line.replace(listMark, "").trimStart();
  });
  return replaceLines(changed, from, to);
}

/** Moves the selected lines two places to the right, or back. */
export function indentLines(selected: Selected, isIn: boolean): Edit {
  const { lines, from, to } = linesOf(selected);
  const changed = lines.map((line) => (isIn ? `  ${line}` : line.replace(/^ {1,2}|^\t/, "")));
  return replaceLines(changed, from, to);
}

/** A block of its own, with empty lines around it; `pick` is what of it is selected. */
export function insertBlock({ text, start, end }: Selected, block: string, pick = ""): Edit {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  const at = pick === "" ? lead.length + block.length : lead.length + block.indexOf(pick);
  return {
    from: start,
    to: end,
    insert: lead + block + tail,
    start: start + at,
    end: start + at + pick.length,
  };
}

/** Words in a line, selected where they are to be written over. */
export function insertWords({ start, end }: Selected, words: string): Edit {
  return { from: start, to: end, insert: words, start: start + words.length, end: start + words.length };
}

/**
 * What Enter does in a list: the next line begins with the same mark, a number counts on, and a line with nothing but its
 * mark ends the list. Undefined where the line is no list or something is selected.
 */
export function nextListLine({ text, start, end }: Selected): Edit | undefined {
  if (start !== end) return undefined;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from, start);
  const found = /^(\s*)(- \[[ xX]\] |[-*+] |(\d+)([.)]) |> )/.exec(line);
  if (!found) return undefined;
  const [all, indent = "", mark = "", number, dot] = found;
  if (all === line) return { from, to: start, insert: "", start: from, end: from };
  const next = number === undefined ? mark.replace(/\[[xX]\]/, "[ ]") : `${Number(number) + 1}${dot} `;
  return insertWords({ text, start, end }, `\n${indent}${next}`);
}

/** Text of an address or a name that stands inside Markdown's own marks. */
export const escapeWords = (words: string): string => words.replaceAll(/[[\]\\]/g, "\\$&").replaceAll(/\s+/g, " ");
export const escapeAddress = (address: string): string => address.replaceAll("(", "%28").replaceAll(")", "%29");

function linesOf({ text, start, end }: Selected) {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends at the start of a line does not hold that line.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last);
  const to = next < 0 ? text.length : next;
  return { lines: text.slice(from, to).split("\n"), from, to };
}

function replaceLines(lines: readonly string[], from: number, to: number): Edit {
  const insert = lines.join("\n");
  const end = from + insert.length;
  return { from, to, insert, start: lines.length > 1 ? from : end, end };
}
