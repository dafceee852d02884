/** Draws of one stream. The same seed gives the same draws on every machine. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** Whole number, both ends included. */
  integer(min: number, max: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Normal distribution, mean 0, deviation 1. */
  normal(): number;
  /** Gamma distribution with mean 1; small shapes are skewed. */
  gamma(shape: number): number;
}

/** mulberry32 over a 32-bit state. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const gamma = (shape: number): number => {
    // Marsaglia and Tsang; shapes below 1 are boosted by one and scaled back.
    if (shape < 1) return gamma(shape + 1) * ((shape + 1) / shape) * next() ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / shape;
    }
  };
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error("pick from an empty list");
      return item;
    },
    normal,
    gamma,
  };
}

/** FNV-1a, 32 bits: gives every model its own stream, so that a new model does not shift the rows of others. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Chooses among items by weight in O(log n). */
export interface Choice<Item> {
  readonly size: number;
  draw(random: Random): Item | undefined;
}

/** Items of weight 0 are never drawn; undefined is drawn when nothing has weight. */
export function createChoice<Item>(items: readonly Item[], weightOf: (item: Item) => number): Choice<Item> {
  const kept: Item[] = [];
  const ends: number[] = [];
  let total = 0;
  for (const item of items) {
    const weight = weightOf(item);
    if (weight <= 0) continue;
    total += weight;
    kept.push(item);
    ends.push(total);
  }
  return {
    size: kept.length,
    draw: (random) => kept[firstAbove(ends, random.next() * total)],
  };
}

/** Index of the first element greater than `value` in an ascending list; its length when there is none. */
export function firstAbove(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
