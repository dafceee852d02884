import type { Row } from "../../runtime/model/resolved-model.ts";
import type { RowGuard } from "../../runtime/react/list-query.ts";
import type { ConsoleServices, Draft, UnsavedWork } from "../../runtime/react/services.ts";
import { confirmLeaving } from "../layouts/confirm-leaving.ts";

/**
 * Unsaved work among the rows below one record, or below all records of a list, told to the page as well. Whoever takes
 * the rows away asks here first.
 */
export class UnsavedBelow implements UnsavedWork, RowGuard {
  /** The console's, for what stands in the rows: it tells its unsaved work here. */
  readonly services: ConsoleServices;
  readonly #page: UnsavedWork | undefined;
  readonly #forms = new Set<() => boolean>();
  readonly #drafts = new Set<string>();
  #isGivenUp = false;

  constructor(services: ConsoleServices) {
    this.#page = services.unsaved;
    this.services = Object.create(services, { unsaved: { value: this, enumerable: true } });
  }

  get isDirty(): boolean {
    return !this.#isGivenUp && [...this.#forms].some((isDirty) => isDirty());
  }

  /** False: the person wants to go on with what is not saved. Otherwise it is given up, its drafts with it. */
  async mayLeave(): Promise<boolean> {
    if (!this.isDirty) return true;
    if (!(await confirmLeaving(this.services))) return false;
    for (const key of this.#drafts) this.#page?.writeDraft(key, undefined);
    this.#isGivenUp = true;
    return true;
  }

  watch(isDirty: () => boolean): () => void {
    this.#isGivenUp = false;
    const watched = () => !this.#isGivenUp && isDirty();
    this.#forms.add(watched);
    const stop = this.#page?.watch(watched);
    return () => {
      this.#forms.delete(watched);
      stop?.();
    };
  }

  readDraft(key: string): Draft | undefined {
    return this.#page?.readDraft(key);
  }

  writeDraft(key: string, values: Row | undefined): void {
    if (this.#isGivenUp) return;
    this.#drafts.add(key);
    this.#page?.writeDraft(key, values);
  }
}
