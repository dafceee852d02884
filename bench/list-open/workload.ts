/** 20 columns: 6 text, 4 number, 3 select, 3 date, 2 yes/no, 2 tag lists; seeded, so every page gets the same rows. */
export type ColumnType = "text" | "number" | "select" | "date" | "checkbox" | "tags";

const types: readonly ColumnType[] = [
  ...(["text", "number", "select", "date", "checkbox", "tags", "text", "number", "select", "date"] as const),
  ...(["text", "number", "select", "date", "checkbox", "tags", "text", "number", "text", "text"] as const),
];

export const columns = types.map((type, index) => ({ key: `c${index}`, title: `字段${index}`, type }));
export const columnWidthPx = 120;

export const options = ["待审核", "已通过", "已驳回", "已归档", "草稿", "处理中", "已撤回", "已过期"].map(
  (text, index) => ({
    value: String(index),
    text,
  }),
);

const tags = ["重要", "新客", "会员", "线上", "门店", "退货"];

export type BenchRow = Readonly<Record<string, string | number>>;

export function makeRows(count: number): BenchRow[] {
  let seed = 12_345;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % below;
  };
  const pad = (value: number) => String(value).padStart(2, "0");
  const generators: Record<ColumnType, (index: number) => string | number> = {
    text: (index) => `文本${index}-${random(100_000)}`,
    number: () => random(10_000_000) / 100,
    select: () => String(random(8)),
    date: () => `2026-${pad(1 + random(12))}-${pad(1 + random(28))}`,
    checkbox: () => (random(2) === 1 ? "Y" : "N"),
    tags: () => [...new Set([tags[random(6)], tags[random(6)]])].join(","),
  };
  return Array.from({ length: count }, (_, index) => {
    const row: Record<string, string | number> = { id: `r${index}`, version: 1 };
    for (const column of columns) row[column.key] = generators[column.type](index);
    return row;
  });
}

/** What a page under measurement offers to the driver. */
export interface BenchPage {
  /** Mounts the page and resolves with the milliseconds until the first row was painted. */
  mount(rowCount: number): Promise<number>;
}

declare global {
  interface Window {
    bench?: BenchPage;
  }
}

/**
 * @param mount starts drawing into the element; rows are in memory, so only drawing is measured
 */
export function registerPage(mount: (element: HTMLElement, rows: readonly BenchRow[]) => void): void {
  window.bench = {
    async mount(rowCount) {
      const element = document.getElementById("page");
      if (!element) throw new Error("no #page");
      const rows = makeRows(rowCount);
      const lastText = String(rows[rowCount - 1]?.c0);
      const startedAt = performance.now();
      mount(element, rows);
      for (;;) {
        await new Promise(requestAnimationFrame);
        if (element.textContent?.includes(lastText)) break;
        if (performance.now() - startedAt > 60_000) throw new Error("the last row never appeared");
      }
      // A message task runs after the paint of the frame that showed the rows.
      return new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - startedAt);
        channel.port2.postMessage(0);
      });
    },
  };
}
