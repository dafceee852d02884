import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Touch } from "./touched.ts";

/** A wake-up that was missed is made good after this long. */
const keptMs = 30_000;
const mostEntries = 2_000;

interface Kept {
  readonly tables: readonly string[];
  readonly value: unknown;
  readonly untilMs: number;
}

/**
 * What every save reads and hardly anybody changes: fill rules, check rules, items of dictionaries. Read once per process;
 * a commit of any process that touched one of the tables drops it.
 */
export class KeptReads {
  readonly #kept = new Map<string, Kept>();
  /** Raised by every commit that drops something, so that a read that began before it is not kept. */
  #generation = 0;

  /** What `load` gave for the key, now or before. */
  async read<Value>(key: string, tables: readonly string[], load: () => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(key);
    if (known && known.untilMs > Date.now()) return known.value as Value;
    const generation = this.#generation;
    const value = await load();
    if (this.#kept.size >= mostEntries) this.#kept.clear();
    if (generation === this.#generation) this.#kept.set(key, { tables, value, untilMs: Date.now() + keptMs });
    return value;
  }

  /** Called after a committed write. */
  forget(table: string, kind: Touch): void {
    if (kind === "counted") return;
    this.#generation += 1;
    for (const [key, { tables }] of this.#kept) if (tables.includes(table)) this.#kept.delete(key);
  }

  get size(): number {
    return this.#kept.size;
  }

  clear(): void {
    this.#generation += 1;
    this.#kept.clear();
  }
}

const keptModels = ["system/fill-rule", "system/check-rule", "system/dict", "system/dict-item", "system/webhook"];

/** Tables of what is kept for saves: who changes them goes on when every process knows. */
export function tablesKept(models: ReadonlyMap<string, ResolvedModel>): readonly string[] {
  return keptModels.flatMap((id) => models.get(id)?.table ?? []);
}
