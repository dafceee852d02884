import { action, makeObservable, observable, runInAction } from "mobx";
import { translateDocument } from "../../runtime/language/document-texts.ts";
import type { Narrowing } from "../../runtime/record/narrowing.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";
import type { ApiClient } from "../api/client.ts";
import type { LocalEntries } from "./local-entries.ts";

const lifetimeMs = 604_800_000;
type Options = readonly DictOption[];

/**
 * Dictionary options by code. The sign-in result fills it for 7 days; what is missing is asked for, once per code, and
 * many codes asked in the same turn become one call.
 */
export class DictionaryStore {
  private readonly client: Pick<ApiClient, "request">;
  private readonly entries: LocalEntries;
  private readonly known = observable.map<string, Options>({}, { deep: false });
  private readonly underWay = new Map<string, Promise<Options>>();
  private turn: Promise<ReadonlySet<string>> | undefined;
  private asked = new Set<string>();

  constructor(client: Pick<ApiClient, "request">, entries: LocalEntries) {
    this.client = client;
    this.entries = entries;
    makeObservable(this, { replaceAll: action, clear: action });
    const stored = readDictionaries(entries.read("dictionaries"));
    for (const [code, options] of Object.entries(stored)) this.known.set(code, options);
  }

  /** In the language of this page; what is stored stays as the server sent it. */
  peek(code: string): Options | undefined {
    const known = this.known.get(code);
    return known && translatedOptions(known);
  }

  /** Resolves with the options of a code. @throws RequestError when the server refuses the code */
  load(code: string): Promise<Options> {
    const known = this.peek(code);
    if (known) return Promise.resolve(known);
    const running = this.underWay.get(code);
    if (running) return running;
    const loading = this.fetchCode(code).finally(() => this.underWay.delete(code));
    this.underWay.set(code, loading);
    return loading;
  }

  /** Rows of a model used as a dictionary, whose text contains the keyword. */
  async search(model: string, keyword: string, limit: number, where?: Narrowing): Promise<Options> {
    const options = await this.client.request<unknown>({
      method: "GET",
      url: `/sys/dict/loadDict/${encodeURIComponent(model)}`,
      params: { keyword, pageSize: limit, ...(where ? { where: JSON.stringify(where) } : {}) },
      // The control that searches says what went wrong, as a warning.
      quiet: "notices",
      isLookUp: true,
    });
    return readOptions(options).slice(0, limit);
  }

  /** Takes over all dictionaries, as the sign-in result and `queryAllDictItems` send them. */
  replaceAll(wire: unknown): void {
    const dictionaries = readDictionaries(wire);
    this.known.replace(dictionaries);
    this.entries.write("dictionaries", dictionaries, lifetimeMs);
  }

  /** Asks the server to drop its cache, then fetches everything anew. Whoever asks for it says how it went. */
  async refresh(): Promise<void> {
    await this.client.request({ method: "GET", url: "/sys/dict/refleshCache", quiet: "notices" });
    this.replaceAll(await this.fetchAll("notices"));
  }

  /** Fetches everything anew without asking the server to forget; nobody waits for it. */
  async reload(): Promise<void> {
    this.replaceAll(await this.fetchAll("notices"));
  }

  clear(): void {
    this.known.clear();
    this.entries.remove("dictionaries");
  }

  private fetchAll(quiet?: "notices"): Promise<unknown> {
    const how = quiet ? { quiet } : {};
    return this.client.request({ method: "GET", url: "/sys/dict/queryAllDictItems", isLookUp: true, ...how });
  }

  private async fetchCode(code: string): Promise<Options> {
    const asked = await this.collectTurn(code);
    if (asked.size > 1 && !code.includes(",")) {
      const known = this.peek(code);
      if (known) return known;
    }
    const url = `/sys/dict/getDictItems/${encodeURIComponent(code)}`;
    const options = readOptions(await this.client.request<unknown>({ method: "GET", url, isLookUp: true }));
    runInAction(() => this.known.set(code, options));
    return translatedOptions(options);
  }

  /** Waits for the end of this turn; when several codes were asked in it, fetches all dictionaries in one call. */
  private collectTurn(code: string): Promise<ReadonlySet<string>> {
    this.asked.add(code);
    this.turn ??= Promise.resolve().then(async () => {
      const asked = this.asked;
      this.asked = new Set();
      this.turn = undefined;
      if (asked.size > 1) {
        const all = readDictionaries(await this.fetchAll());
        // Merged, not replaced: look-ups of table dictionaries, which the server leaves out here, stay known.
        runInAction(() => this.known.merge(all));
      }
      return asked;
    });
    return this.turn;
  }
}

const translations = new WeakMap<Options, Options>();

/** The same options for the same question: whoever compares them sees no change. */
function translatedOptions(options: Options): Options {
  const known = translations.get(options);
  if (known) return known;
  const made = translateDocument(options);
  if (made !== options) translations.set(options, made);
  return made;
}

function readDictionaries(wire: unknown): Record<string, Options> {
  if (typeof wire !== "object" || wire === null || Array.isArray(wire)) return {};
  return Object.fromEntries(Object.entries(wire).map(([code, options]) => [code, readOptions(options)]));
}

/** Options come with `text`, `title` or `label`, and values of any plain type. */
function readOptions(wire: unknown): Options {
  if (!Array.isArray(wire)) return [];
  return wire.filter((option) => typeof option === "object" && option !== null).map(readOption);
}

function readOption(wire: Readonly<Record<string, unknown>>): DictOption {
  const value = String(wire.value ?? "");
  const text = String(wire.text ?? wire.title ?? wire.label ?? value);
  return {
    value,
    text,
    title: text,
    ...(typeof wire.color === "string" && wire.color ? { color: wire.color } : {}),
    ...(typeof wire.subtitle === "string" && wire.subtitle ? { subtitle: wire.subtitle } : {}),
    ...(wire.disabled === true ? { disabled: true } : {}),
  };
}
