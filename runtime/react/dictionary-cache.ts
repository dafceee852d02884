import { makeObservable, observable, runInAction } from "mobx";
import type { ResolvedDict } from "../model/resolved-model.ts";
import type { DictOption } from "../wire/envelope.ts";
import type { ConsoleServices } from "./services.ts";

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
      else void this.#fetch(code);
    }
  }

  options(dict: ResolvedDict | undefined): readonly DictOption[] {
    void this.version;
    return dict?.kind === "code" ? (this.#options.get(dict.code) ?? []) : [];
  }

  option(dict: ResolvedDict, value: string): DictOption | undefined {
    void this.version;
    return dict.kind === "code" ? this.#words.get(dict.code)?.get(value) : undefined;
  }

  text(dict: ResolvedDict, value: string): string | undefined {
    return this.option(dict, value)?.text;
  }

  /** Every loaded dictionary by code, for `dictText()` in expressions. */
  all(): Readonly<Record<string, readonly DictOption[]>> {
    void this.version;
    return Object.fromEntries(this.#options);
  }

  async #fetch(code: string): Promise<void> {
    try {
      const options = await this.#services.dictionaries.load(code);
      runInAction(() => this.#keep(code, options));
    } catch {
      this.#asked.delete(code);
    }
  }

  #keep(code: string, options: readonly DictOption[]): void {
    this.#options.set(code, options);
    this.#words.set(code, new Map(options.map((option) => [option.value, option])));
    runInAction(() => {
      this.version += 1;
    });
  }
}
