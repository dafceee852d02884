import { refuse } from "../http/refusal.ts";

/** Exports that are made at once; each takes its part of the time of everybody else. */
const mostAtOnce = 2;
/** Until whoever waits is told why nothing comes: less than a proxy waits for an answer. */
const waitMs = 30_000;

interface Waiter {
  readonly person: string;
  readonly start: () => void;
}

/** Who makes an export: one at a time per person and few in all; the others wait, the first one first. */
export class ExportPlaces {
  readonly #waitMs: number;
  readonly #atWork = new Set<string>();
  #waiting: readonly Waiter[] = [];

  constructor(options: { readonly waitMs?: number } = {}) {
    this.#waitMs = options.waitMs ?? waitMs;
  }

  /**
   * @param gone whoever waits has left
   * @returns gives the place up; calling twice is harmless
   * @throws AppError INVALID when no place has become free
   */
  enter(person: string, gone?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiter);
        reject(this.#refusal(person));
      };
      const timer = setTimeout(stop, this.#waitMs);
      gone?.addEventListener("abort", stop, { once: true });
      const waiter: Waiter = {
        person,
        start: () => {
          clearTimeout(timer);
          gone?.removeEventListener("abort", stop);
          resolve(this.#take(person));
        },
      };
      this.#waiting = [...this.#waiting, waiter];
      this.#startNext();
    });
  }

  #take(person: string): () => void {
    this.#atWork.add(person);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.#atWork.delete(person);
      this.#startNext();
    };
  }

  #startNext(): void {
    if (this.#atWork.size >= mostAtOnce) return;
    const next = this.#waiting.find(({ person }) => !this.#atWork.has(person));
    if (!next) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    next.start();
  }

  #refusal(person: string) {
    return refuse(
      this.#atWork.has(person) ? "您的上一个导出还没有完成，请等它完成后再导出" : "同时导出的人较多，请稍后再试",
    );
  }
}
