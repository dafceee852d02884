import { expect, test } from "vitest";
import { Gathered } from "./gathered.ts";

/** A look-up whose answers are given by hand. */
function byHand() {
  const rounds: { keys: readonly string[]; answer(found: Record<string, number>): void; fail(): void }[] = [];
  const gathered = new Gathered<number>(
    (keys) =>
      new Promise((resolve, reject) => {
        rounds.push({
          keys,
          answer: (found) => resolve(new Map(Object.entries(found))),
          fail: () => reject(new Error("lost")),
        });
      }),
  );
  return { gathered, rounds };
}

test("BEL-02 the first question is asked at once, those that come meanwhile together afterwards", async () => {
  const { gathered, rounds } = byHand();
  const first = gathered.find("a");
  const others = [gathered.find("b"), gathered.find("c"), gathered.find("b")];
  expect(rounds.map(({ keys }) => keys)).toEqual([["a"]]);
  rounds[0]?.answer({ a: 1 });
  expect(await first).toBe(1);
  await expect.poll(() => rounds.map(({ keys }) => keys)).toEqual([["a"], ["b", "c"]]);
  rounds[1]?.answer({ b: 2 });
  expect(await Promise.all(others)).toEqual([2, undefined, 2]);
});

test("who asks during a look-up is not told what was read before they asked", async () => {
  const { gathered, rounds } = byHand();
  const before = gathered.find("a");
  const after = gathered.find("a");
  rounds[0]?.answer({ a: 1 });
  expect(await before).toBe(1);
  await expect.poll(() => rounds.length).toBe(2);
  rounds[1]?.answer({});
  expect(await after).toBeUndefined();
});

test("a look-up that fails is heard by those it was for, and the next goes on", async () => {
  const { gathered, rounds } = byHand();
  const lost = gathered.find("a");
  const next = gathered.find("b");
  rounds[0]?.fail();
  await expect(lost).rejects.toThrow("lost");
  await expect.poll(() => rounds.length).toBe(2);
  rounds[1]?.answer({ b: 2 });
  expect(await next).toBe(2);
});
