interface Placed {
  readonly key: string;
  /** Of 24 columns. */
  readonly span: number;
}

const columns = 24;

/**
 * The widths of the panels that show, in rows of 24 columns: where the next one has no room in a row, those of the row share
 * what is left, each in its proportion. The last row stays as the document has it, unless something is hidden: that may have
 * stood beside it.
 */
export function spansOf(shown: readonly Placed[], isSomeHidden: boolean): ReadonlyMap<string, number> {
  const rows = rowsOf(shown);
  return new Map(
    rows.flatMap((row, at) => (at === rows.length - 1 && !isSomeHidden ? row.map(asWritten) : stretched(row))),
  );
}

const asWritten = ({ key, span }: Placed): readonly [string, number] => [key, span];

function stretched(row: readonly Placed[]): readonly (readonly [string, number])[] {
  const factor = columns / widthOf(row);
  let taken = 0;
  return row.map(({ key, span }, at) => {
    const own = at === row.length - 1 ? columns - taken : Math.floor(span * factor);
    taken += own;
    return [key, own];
  });
}

/**
 * The widths where only some panels stand two in a row: the others, and one that has no other beside it, take it whole.
 *
 * @param isHalf may stand beside another such panel
 */
export function pairedSpans<Panel extends Pick<Placed, "key">>(
  shown: readonly Panel[],
  isHalf: (panel: Panel) => boolean,
): ReadonlyMap<string, number> {
  const spans = new Map<string, number>();
  let waiting: string | undefined;
  for (const panel of shown) {
    spans.set(panel.key, columns);
    if (!isHalf(panel)) waiting = undefined;
    else if (waiting === undefined) waiting = panel.key;
    else {
      for (const key of [waiting, panel.key]) spans.set(key, columns / 2);
      waiting = undefined;
    }
  }
  return spans;
}

const widthOf = (row: readonly Placed[]): number => row.reduce((sum, { span }) => sum + span, 0);

function rowsOf(panels: readonly Placed[]): readonly Placed[][] {
  const rows: Placed[][] = [];
  for (const panel of panels) {
    const last = rows.at(-1);
    if (last && widthOf(last) + panel.span <= columns) last.push(panel);
    else rows.push([panel]);
  }
  return rows;
}
