import { isPlanKept } from "../kept-plan.ts";
import type { KeptStatement } from "./wire-message.ts";

/** Every one holds a plan in the session's memory. */
const mostKept = 300;

/** The statements that one session keeps under a name, by their text, the longest unused first. */
export class KeptStatements {
  readonly #names = new Map<string, string>();
  /** Names that the session may forget. */
  #closing: string[] = [];
  #lastNumber = 0;

  /** How to send the text; undefined for a statement that is not kept. */
  of(text: string): KeptStatement | undefined {
    if (!isPlanKept(text)) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) {
      this.#names.delete(text);
      this.#names.set(text, known);
      return { name: known, isKnown: true };
    }
    return { name: `kept_${this.#lastNumber + 1}`, isKnown: false };
  }

  /** Names to close with the next message; asked for once. */
  takeClosing(): readonly string[] {
    const closing = this.#closing;
    this.#closing = [];
    return closing;
  }

  succeeded(text: string): void {
    if (/^\s*(alter|drop)\b/i.test(text)) this.#forgetAll(); // what is kept was made for other tables
    if (!isPlanKept(text) || this.#names.has(text)) return;
    this.#lastNumber += 1;
    this.#names.set(text, `kept_${this.#lastNumber}`);
    if (this.#names.size > mostKept) this.#forgetOldest();
  }

  /** It may have been kept before it failed: its name is not used again. */
  failed(text: string): void {
    if (!isPlanKept(text)) return;
    const known = this.#names.get(text);
    if (known === undefined) this.#lastNumber += 1;
    this.#names.delete(text);
    this.#closing.push(known ?? `kept_${this.#lastNumber}`);
  }

  #forgetOldest(): void {
    for (const [text, name] of this.#names) {
      this.#names.delete(text);
      this.#closing.push(name);
      return;
    }
  }

  #forgetAll(): void {
    this.#closing.push(...this.#names.values());
    this.#names.clear();
  }
}
