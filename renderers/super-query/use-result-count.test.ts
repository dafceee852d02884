// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SuperQuery } from "../../runtime/query/super-query.ts";
import type { ListStore } from "../../runtime/react/list-store.ts";
import { useResultCount } from "./use-result-count.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const queryFor = (val: string): SuperQuery => ({
  matchType: "and",
  conditions: [{ field: "name", rule: "like", val, type: "string" }],
});

function countOf(send: ReturnType<typeof vi.fn>) {
  const plan = { query: { items: [] }, model: { base: "/test/shop" } };
  const store = { plan, applied: {}, sort: [], services: { send } } as unknown as ListStore;
  return renderHook(({ query }) => useResultCount(store, query), { initialProps: { query: queryFor("望") } });
}

test("rows are counted once typing has rested for 500 ms", async () => {
  const send = vi.fn(async () => ({ success: true, result: { records: [], total: 7 } }));
  const { result, rerender } = countOf(send);
  await act(() => vi.advanceTimersByTimeAsync(499));
  rerender({ query: queryFor("望江") });
  await act(() => vi.advanceTimersByTimeAsync(499));
  expect(send).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(send).toHaveBeenCalledTimes(1);
  expect(result.current).toBe(7);
});

test("an answer for a query that has changed meanwhile is dropped", async () => {
  let answer: (value: unknown) => void = () => undefined;
  const send = vi.fn(() => new Promise((done) => (answer = done)));
  const { result, rerender } = countOf(send);
  await act(() => vi.advanceTimersByTimeAsync(500));
  rerender({ query: queryFor("望江") });
  await act(async () => answer({ success: true, result: { records: [], total: 3 } }));
  expect(result.current).toBeUndefined();
});
