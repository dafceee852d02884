import { isPlanKept } from "../kept-plan.ts";
import type { KeptStatement } from "./wire-message.ts";

/** Every one holds a plan in the session's memory. */
const mostKept = 300;

/** The statements that one session keeps under a name, by their text. */
export class KeptStatements {
  readonly #names = new Map<string, string>();
  #lastNumber = 0;

  /** How to send the text; undefined for a statement that is not kept. */
  of(text: string): KeptStatement | undefined {
    if (!isPlanKept(text)) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return { name: known, isKnown: true };
    if (this.#names.size >= mostKept) return undefined;
    return { name: `kept_${this.#lastNumber + 1}`, isKnown: false };
  }

  succeeded(text: string): void {
    if (/^\s*(alter|drop)\b/i.test(text)) this.#names.clear(); // what is kept was made for other tables
    if (!isPlanKept(text) || this.#names.has(text) || this.#names.size >= mostKept) return;
    this.#lastNumber += 1;
    this.#names.set(text, `kept_${this.#lastNumber}`);
  }

  /** It may have been kept before it failed: its name is not used again. */
  failed(text: string): void {
    if (!isPlanKept(text)) return;
    if (!this.#names.delete(text)) this.#lastNumber += 1;
  }
}
