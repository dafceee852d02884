import type { DictOption } from "../../../runtime/wire/envelope.ts";
import type { Database } from "../../db/database.ts";

/** Woken by every change of a dictionary or an item, on every server process. */
export const dictChannel = "dict";
const cacheMs = 60_000;

type AllOptions = ReadonlyMap<string, readonly DictOption[]>;

/** The stored dictionaries, read as a whole and kept until one changes; they are small and asked for by every page. */
export class Dictionaries {
  readonly #db: Database;
  #loaded: { readonly options: Promise<AllOptions>; readonly at: number } | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #size = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#db.listen(dictChannel, () => this.#forget());
  }

  async stop(): Promise<void> {
    await this.#stopListening?.();
  }

  /** How many dictionaries are kept at the moment. */
  get size(): number {
    return this.#loaded ? this.#size : 0;
  }

  /** Forgets the options on this process. */
  clear(): void {
    this.#forget();
  }

  /** Forgets the options on every process. */
  async refresh(): Promise<void> {
    this.#forget();
    await this.#db.notify(dictChannel, "");
  }

  /** Every dictionary with its enabled items, as sign-in hands them to the console. */
  async allEnabled(): Promise<Record<string, readonly DictOption[]>> {
    const all = await this.#all();
    return Object.fromEntries([...all].map(([code, options]) => [code, options.filter((option) => !option.disabled)]));
  }

  /** All items of one dictionary, disabled ones marked; undefined for an unknown code. */
  async options(code: string): Promise<readonly DictOption[] | undefined> {
    return (await this.#all()).get(code);
  }

  #forget(): void {
    this.#loaded = undefined;
  }

  #all(): Promise<AllOptions> {
    const now = performance.now();
    if (this.#loaded && now - this.#loaded.at < cacheMs) return this.#loaded.options;
    const options = this.#load();
    this.#loaded = { options, at: now };
    // A failed read must be tried again by the next caller.
    options.catch(() => this.#forget());
    return options;
  }

  async #load(): Promise<AllOptions> {
    const rows = await this.#db.kysely
      .selectFrom("sys_dict as dict")
      .leftJoin("sys_dict_item as item", "item.dict_id", "dict.id")
      .select(["dict.dict_code", "item.item_text", "item.item_value", "item.item_color", "item.status"])
      .where((eb) => eb.or([eb("dict.del_flag", "=", 0), eb("dict.del_flag", "is", null)]))
      .orderBy("dict.dict_code")
      .orderBy("item.sort_order")
      .orderBy("item.id")
      .execute();
    const all = new Map<string, DictOption[]>();
    for (const row of rows) {
      const code = String(row.dict_code);
      const options = all.get(code) ?? [];
      all.set(code, options);
      if (row.item_value !== null) options.push(toOption(row));
    }
    this.#size = all.size;
    return all;
  }
}

function toOption(row: Readonly<Record<string, unknown>>): DictOption {
  const text = String(row.item_text ?? "");
  return {
    value: String(row.item_value),
    text,
    title: text,
    ...(row.item_color ? { color: String(row.item_color) } : {}),
    ...(Number(row.status ?? 1) === 0 ? { disabled: true } : {}),
  };
}
