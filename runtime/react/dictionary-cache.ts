import { makeObservable, observable, runInAction } from "mobx";
import { commaParts } from "../format/text.ts";
import type { ResolvedDict, Row } from "../model/resolved-model.ts";
import type { DictOption } from "../wire/envelope.ts";
import type { ConsoleServices } from "./services.ts";

/** A column or item whose values may need words. */
export interface LearntSubject {
  readonly name: string;
  readonly dict: ResolvedDict | undefined;
}

/** A model is asked for as a table is: its id, the field of the words, the field of the value. */
const nameOf = (dict: ResolvedDict): string => {
  if (dict.kind === "code") return dict.code;
  const { model, text, value } = dict;
  return model.includes(",") ? model : [model, text, value].join(",");
};

/**
 * The dictionaries of one screen: asked for once, looked up synchronously by cells. `version` changes
 * when something new is known, so that a table draws its words once more.
 */
export class DictionaryCache {
  version = 0;
  readonly #services: ConsoleServices;
  readonly #words = new Map<string, ReadonlyMap<string, DictOption>>();
  readonly #options = new Map<string, readonly DictOption[]>();
  readonly #asked = new Set<string>();
  readonly #problems = new Map<string, string>();

  constructor(services: ConsoleServices) {
    this.#services = services;
    makeObservable(this, { version: observable });
  }

  /** Loads each dictionary that is not known yet. A failure leaves raw values and may be asked for again. */
  load(codes: Iterable<string>): void {
    for (const code of codes) {
      if (this.#asked.has(code)) continue;
      this.#asked.add(code);
      const known = this.#services.dictionaries.peek(code);
      if (known) this.#keep(code, known);
      else {
        void this.#fetch(code);
        this.#tell();
      }
    }
  }

  /** Asks for a dictionary once more that could not be read. */
  retry(dict: ResolvedDict | undefined): void {
    if (dict?.kind === "code" && this.#problems.has(dict.code)) this.load([dict.code]);
  }

  /** A dictionary that came with something else; it is not asked for again. */
  put(code: string, options: readonly DictOption[]): void {
    this.#asked.add(code);
    this.#keep(code, options);
  }

  options(dict: ResolvedDict | undefined): readonly DictOption[] {
    void this.version;
    return dict?.kind === "code" ? (this.#options.get(dict.code) ?? []) : [];
  }

  /** Why the entries of a dictionary could not be read; undefined while they may still come, and when they are there. */
  problem(dict: ResolvedDict | undefined): string | undefined {
    void this.version;
    return dict?.kind === "code" ? this.#problems.get(dict.code) : undefined;
  }

  /** Whether the entries of a dictionary are on their way. */
  isLoading(dict: ResolvedDict | undefined): boolean {
    void this.version;
    return dict?.kind === "code" && this.#asked.has(dict.code) && !this.#options.has(dict.code);
  }

  option(dict: ResolvedDict, value: string): DictOption | undefined {
    void this.version;
    return this.#words.get(nameOf(dict))?.get(value);
  }

  /**
   * Asks for the words of references that the server sent without them, all of one look-up in one call.
   * What cannot be translated stays as it is.
   */
  learn(subjects: readonly LearntSubject[], rows: readonly Row[]): void {
    const wanted = new Map<string, Set<string>>();
    for (const { name, dict } of subjects) {
      if (dict?.kind !== "model" || !dict.model.includes(",")) continue;
      const known = this.#words.get(dict.model);
      const keys = wanted.get(dict.model) ?? new Set();
      wanted.set(dict.model, keys);
      for (const row of rows) {
        if (row[`${name}_dictText`]) continue;
        for (const key of commaParts(row[name])) if (!known?.has(key)) keys.add(key);
      }
    }
    for (const [model, keys] of wanted) if (keys.size > 0) void this.#lookUp(model, [...keys]);
  }

  /** Asks for the words of values that stand alone, without a row that could have brought them: of a query. */
  translate(dict: ResolvedDict, values: readonly string[]): void {
    if (dict.kind !== "model") return;
    const known = this.#words.get(nameOf(dict));
    const keys = values.filter((value) => !known?.has(value));
    if (keys.length > 0) void this.#lookUp(nameOf(dict), keys);
  }

  /** The words of a reference that came with its row. */
  know(dict: ResolvedDict, value: string, text: string): void {
    const name = nameOf(dict);
    this.#words.set(name, new Map(this.#words.get(name)).set(value, { value, text, title: text }));
    this.#tell();
  }

  text(dict: ResolvedDict, value: string): string | undefined {
    return this.option(dict, value)?.text;
  }

  /** Every loaded dictionary by code, for `dictText()` in expressions. */
  all(): Readonly<Record<string, readonly DictOption[]>> {
    void this.version;
    return Object.fromEntries(this.#options);
  }

  async #lookUp(name: string, keys: readonly string[]): Promise<void> {
    const texts = await this.#services
      .lookUp<unknown>({
        method: "GET",
        url: `/sys/dict/loadDictItem/${name.replaceAll("/", "%2F")}`,
        params: { key: keys.join(","), delNotExist: "false" },
      })
      .catch(() => undefined);
    if (!Array.isArray(texts) || texts.length !== keys.length) return;
    const words = new Map(this.#words.get(name));
    keys.forEach((value, index) => {
      const text = String(texts[index]);
      words.set(value, { value, text, title: text });
    });
    this.#words.set(name, words);
    this.#tell();
  }

  async #fetch(code: string): Promise<void> {
    this.#problems.delete(code);
    try {
      const options = await this.#services.dictionaries.load(code);
      runInAction(() => this.#keep(code, options));
    } catch (reason) {
      this.#asked.delete(code);
      this.#problems.set(code, reason instanceof Error ? reason.message : String(reason));
      this.#tell();
    }
  }

  #keep(code: string, options: readonly DictOption[]): void {
    this.#options.set(code, options);
    this.#words.set(code, new Map(options.map((option) => [option.value, option])));
    this.#tell();
  }

  #tell(): void {
    runInAction(() => {
      this.version += 1;
    });
  }
}
