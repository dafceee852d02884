/** What a column wants and how far it may give way, in points. */
export interface ColumnNeed {
  /** Of its longest text in one line. */
  readonly natural: number;
  /** Below it a line holds only a few characters. */
  readonly least: number;
}

/** Of a paper, in points. */
export interface Paper {
  readonly size: "A4" | "A3";
  readonly layout: "portrait" | "landscape";
  readonly width: number;
  /** What a column of long text has to have on it, before the next one is taken. */
  readonly textWidth: number;
}

export const pageMargin = 36;

/** Tried in this order. */
const papers: readonly Paper[] = [
  { size: "A4", layout: "portrait", width: 595.28, textWidth: 110 },
  { size: "A4", layout: "landscape", width: 841.89, textWidth: 64 },
  { size: "A3", layout: "landscape", width: 1190.55, textWidth: 0 },
];
export const portrait = papers[0] as Paper;

/** As little as a column of text is given before a table leaves the paper that it stands on. */
const tight = 56;

export const bodyWidth = ({ width }: Paper): number => width - 2 * pageMargin;

/**
 * The smallest paper on which no column is cramped; the largest for what fits nowhere.
 *
 * @param current of a table among others: it stays there as long as it can
 */
export function choosePaper(needs: readonly ColumnNeed[], current?: Paper): Paper {
  const wanted = (most: number) =>
    needs.reduce((sum, { natural, least }) => sum + Math.max(least, Math.min(natural, most)), 0);
  if (current && wanted(tight) <= bodyWidth(current)) return current;
  return papers.find((paper) => wanted(paper.textWidth) <= bodyWidth(paper)) ?? (papers.at(-1) as Paper);
}

/**
 * Widths that fill the body of a page: what is left over goes to the columns by their need, what is lacking is taken from
 * the widest.
 */
export function columnWidths(needs: readonly ColumnNeed[], available: number): number[] {
  const total = needs.reduce((sum, { natural }) => sum + natural, 0);
  if (total <= available) return needs.map(({ natural }) => (natural * available) / total);
  const capped = (most: number) => needs.map(({ natural, least }) => Math.max(least, Math.min(natural, most)));
  let [low, high] = [0, Math.max(...needs.map(({ natural }) => natural))];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (sum(capped(middle)) > available) high = middle;
    else low = middle;
  }
  const widths = capped(low);
  const scale = available / sum(widths);
  return widths.map((width) => width * scale);
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
