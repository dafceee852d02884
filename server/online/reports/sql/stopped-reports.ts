import { refuse } from "../../../http/refusal.ts";

/** A person whose recursive report was stopped waits so many times as long as it took before the next one. */
const restFactor = 10;

/**
 * Who had a recursive report stopped. No planner tells how long a recursion goes on, and on the embedded database
 * everybody waits for it: one that was stopped is no call to try the same again at once.
 */
export class StoppedReports {
  /** By user id: milliseconds of `performance.now()`. */
  readonly #until = new Map<string, number>();

  /** @throws AppError INVALID, with the seconds that are left */
  refuse(userId: string): void {
    const left = (this.#until.get(userId) ?? 0) - performance.now();
    if (left > 0) throw refuse(`刚才的递归查询用时过长，请在 ${Math.ceil(left / 1000)} 秒后再试`);
    this.#until.delete(userId);
  }

  /** @param tookMs how long the database worked at it */
  stopped(userId: string, tookMs: number): void {
    this.#until.set(userId, performance.now() + tookMs * restFactor);
  }
}
