/** One house of the street: outlines and what is filled. Coordinates are those of a 1440 × 234 picture. */
export interface House {
  readonly x: number;
  readonly walls: string;
  readonly roof: string | undefined;
  readonly awning: string;
  readonly doorAndWindow: string;
  readonly windows: readonly { readonly x: number; readonly y: number; readonly isLit: boolean }[];
  readonly tree: { readonly trunk: string; readonly crown: string } | undefined;
}

export const street = { width: 1440, height: 234, ground: 232.5 } as const;

/** Widths, heights and gaps of the seven kinds of houses, in the order they stand; the street repeats them. */
const kinds = [
  { width: 118, height: 96, gap: 14, roof: "gable" },
  { width: 96, height: 138, gap: 0, roof: "flat" },
  { width: 150, height: 78, gap: 40, roof: "flat", tree: true },
  { width: 104, height: 116, gap: 0, roof: "gable" },
  { width: 132, height: 172, gap: 30, roof: "aerial", tree: true },
  { width: 88, height: 90, gap: 0, roof: "flat" },
  { width: 124, height: 124, gap: 22, roof: "arch" },
] as const;

const base = 232;

/** The same street on every visit: the seed decides which windows are lit. */
export function buildStreet(): readonly House[] {
  const random = createRandom(20241);
  const houses: House[] = [];
  let x = -30;
  for (let index = 0; x < 1500; index += 1) {
    const kind = kinds[index % kinds.length] ?? kinds[0];
    houses.push(buildHouse(kind, x, random));
    x += kind.width + kind.gap;
  }
  return houses;
}

function buildHouse(kind: (typeof kinds)[number], x: number, random: () => number): House {
  const { width: w, height: h } = kind;
  const awningTop = base - 48;
  const waves = Math.floor((w - 16) / 14);
  const wave = -(w - 8) / waves;
  const treeX = x + w + kind.gap - 18;
  return {
    x,
    walls: `M${x} ${base}V${base - h}h${w}V${base}`,
    roof: roofOf(kind, x),
    awning: `M${x + 8} ${awningTop}h${w - 16}l4 12${`q${wave / 2} 7 ${wave} 0`.repeat(waves)}z`,
    doorAndWindow: `M${x + w - 36} ${base}v-28h22v28M${x + 14} ${base - 10}v-18h${w - 60}v18z`,
    windows: h > 84 ? windowsOf(kind, x, random) : [],
    tree: "tree" in kind ? treeAt(treeX) : undefined,
  };
}

function roofOf({ width: w, height: h, roof }: (typeof kinds)[number], x: number): string | undefined {
  const top = base - h;
  if (roof === "gable") return `M${x - 6} ${top}l${w / 2 + 6} -26 ${w / 2 + 6} 26`;
  if (roof === "aerial") return `M${x + 18} ${top}v-14h${w - 36}v14M${x + w / 2} ${top - 14}v-18`;
  if (roof === "arch") return `M${x - 4} ${top}q${w / 2 + 4} -22 ${w + 8} 0`;
  return undefined;
}

function windowsOf({ width: w, height: h }: (typeof kinds)[number], x: number, random: () => number) {
  const rows = Math.floor((h - 72) / 28);
  const columns = Math.floor((w - 20) / 26);
  const left = x + (w - (columns * 26 - 10)) / 2;
  return Array.from({ length: rows * columns }, (_, index) => ({
    x: left + (index % columns) * 26,
    y: base - h + 14 + Math.floor(index / columns) * 28,
    isLit: random() > 0.86,
  }));
}

function treeAt(x: number) {
  return {
    trunk: `M${x} ${base}v-46`,
    crown: `M${x} ${base - 34}c-20 0-22-20-12-28 0-16 24-16 24 0 10 8 8 28-12 28z`,
  };
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}
