import { runInAction } from "mobx";
import type { ListPlan } from "../compile/plan.ts";
import type { Row } from "../model/resolved-model.ts";
import { recordMessages } from "../record/record-messages.ts";
import { type AddressBar, memoryAddress } from "./address-bar.ts";
import { ListStore } from "./list-store.ts";
import { type ConsoleServices, RequestError } from "./services.ts";

const isMissing = (reason: unknown): boolean =>
  reason instanceof RequestError && reason.message === recordMessages.missingRow;

/** A page that comes back from behind another tab keeps what it read; a load that was cut off runs again. */
export function isUnread(store: ListStore): boolean {
  return store.status === "idle" || store.status === "loading";
}

/** A page over one record: a list of the one row that the address names. No row = it does not exist for this person. */
export class RecordStore extends ListStore {
  readonly recordId: string;
  #asked: AbortController | undefined;

  constructor(plan: ListPlan, services: ConsoleServices, recordId: string, address: AddressBar = memoryAddress()) {
    super(plan, services, address);
    this.recordId = recordId;
  }

  override async load(): Promise<void> {
    this.#asked?.abort();
    const request = new AbortController();
    this.#asked = request;
    runInAction(() => {
      this.status = "loading";
      this.error = undefined;
    });
    try {
      const row = await this.services.request<Row | null>({
        method: "GET",
        url: `${this.plan.model.base}/queryById`,
        params: { id: this.recordId },
        signal: request.signal,
      });
      if (request.signal.aborted) return;
      runInAction(() => {
        this.rows = row ? [row] : [];
        this.total = this.rows.length;
        this.status = "ready";
      });
    } catch (reason) {
      if (!request.signal.aborted) runInAction(() => (isMissing(reason) ? this.#leaveEmpty() : this.fail(reason)));
    }
  }

  #leaveEmpty(): void {
    this.rows = [];
    this.total = 0;
    this.status = "ready";
  }

  override dispose(): void {
    this.#asked?.abort();
  }
}
