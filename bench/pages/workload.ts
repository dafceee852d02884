/** 20 columns: 6 text, 4 number, 3 select, 3 date, 2 yes/no, 2 tag lists; seeded, so every page gets the same rows. */
export type ColumnType = "text" | "number" | "select" | "date" | "checkbox" | "tags";

const types: readonly ColumnType[] = [
  ...(["text", "number", "select", "date", "checkbox", "tags", "text", "number", "select", "date"] as const),
  ...(["text", "number", "select", "date", "checkbox", "tags", "text", "number", "text", "text"] as const),
];

export const columns = types.map((type, index) => ({ key: `c${index}`, title: `字段${index}`, type }));
export const columnWidthPx = 120;
export const rowHeightPx = 40;

export const options = ["待审核", "已通过", "已驳回", "已归档", "草稿", "处理中", "已撤回", "已过期"].map(
  (text, index) => ({ value: String(index), text, label: text }),
);
const textOf: Readonly<Record<string, string>> = Object.fromEntries(options.map(({ value, text }) => [value, text]));

const tags = ["重要", "新客", "会员", "线上", "门店", "退货"];

/** Values as the console's wire has them: yes/no is Y or N, tags are joined by commas. `c0` is unique, `c6` a phone. */
export type BenchRow = Record<string, string | number>;

export function makeRows(count: number): BenchRow[] {
  let seed = 12_345;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % below;
  };
  const pad = (value: number) => String(value).padStart(2, "0");
  const generators: Record<ColumnType, () => string | number> = {
    text: () => `文本${random(100_000)}`,
    number: () => random(10_000_000) / 100,
    select: () => String(random(8)),
    date: () => `2026-${pad(1 + random(12))}-${pad(1 + random(28))}`,
    checkbox: () => (random(2) === 1 ? "Y" : "N"),
    tags: () => [...new Set([tags[random(6)], tags[random(6)]])].join(","),
  };
  const rows = Array.from({ length: count }, (_, index) => {
    const row: BenchRow = { id: `r${index}`, version: 1 };
    for (const column of columns) row[column.key] = generators[column.type]();
    row.c0 = `名称-${index}`;
    row.c6 = `138${10_000_000 + random(89_999_999)}`;
    return row;
  });
  // As an answer is read: objects that are built key by key are hash tables to the browser, and slow to copy.
  return JSON.parse(JSON.stringify(rows)) as BenchRow[];
}

/** The words of a value; tags are drawn one by one. */
export function words(type: ColumnType, value: unknown): string {
  if (type === "number") return Number(value).toFixed(2);
  if (type === "select") return textOf[String(value)] ?? String(value);
  return String(value);
}

export const tagsOf = (value: unknown): readonly string[] => String(value).split(",");

export const phonePattern = /^1[3-9]\d{9}$/;

/** One pass over all rows: required and unique c0, required c1, c6 a phone. The least that any table has to do. */
export function linearPass(rows: readonly BenchRow[]): number {
  const counts = new Map<unknown, number>();
  let errors = 0;
  for (const row of rows) {
    if (row.c0 === "" || row.c0 === undefined) errors += 1;
    counts.set(row.c0, (counts.get(row.c0) ?? 0) + 1);
    if (row.c1 === undefined) errors += 1;
    if (!phonePattern.test(String(row.c6))) errors += 1;
  }
  for (const count of counts.values()) if (count > 1) errors += count;
  return errors;
}
