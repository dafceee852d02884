// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ResolvedDict } from "../../runtime/model/resolved-model.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { searchPauses, useRecordSearch } from "./use-record-search.ts";

const dict: ResolvedDict = { kind: "model", model: "test/company", text: "name", value: "id", where: {} };
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function searchFixture() {
  const fixture = fixtureConsole();
  const asked: string[] = [];
  const pending: ((found: { value: string; text: string; title: string }[]) => void)[] = [];
  fixture.services.dictionaries.search = (_model, keyword) => {
    asked.push(keyword);
    return new Promise((resolve) => pending.push(resolve));
  };
  return { fixture, asked, pending };
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const option = (text: string) => ({ value: text, text, title: text });

test.each([
  ["select", 300],
  ["search", 800],
] as const)("PCK-08 a %s waits %d ms after the last key", async (kind, pauseMs) => {
  const { fixture, asked } = searchFixture();
  const { result } = renderHook(() => useRecordSearch(fixture.services, dict, true, { pauseMs: searchPauses[kind] }));
  await wait(0);
  act(() => result.current.search("清"));
  await wait(pauseMs - 1);
  act(() => result.current.search("清溪"));
  await wait(pauseMs - 1);
  expect(asked).toEqual([""]);
  await wait(1);
  expect(asked).toEqual(["", "清溪"]);
});

test("an answer that comes late is never shown", async () => {
  const { fixture, pending } = searchFixture();
  const { result } = renderHook(() => useRecordSearch(fixture.services, dict, true));
  await wait(0);
  act(() => result.current.search("望江"));
  await wait(300);
  await act(async () => pending[1]?.([option("望江公司")]));
  await act(async () => pending[0]?.([option("清溪公司")]));
  expect(result.current.options.map(({ text }) => text)).toEqual(["望江公司"]);
});

test("PCK-08 what an earlier text found is gone while the next is looked up; one that hangs is asked again, its answer dropped", async () => {
  const { fixture, asked, pending } = searchFixture();
  const { result } = renderHook(() => useRecordSearch(fixture.services, dict, true));
  await wait(0);
  await act(async () => pending[0]?.([option("清溪公司")]));
  act(() => result.current.search("望江"));
  await wait(300);
  expect([result.current.loading, result.current.options]).toEqual([true, []]);
  act(() => result.current.retry());
  await wait(300);
  expect(asked).toEqual(["", "望江", "望江"]);
  await act(async () => pending[1]?.([option("迟到的")]));
  expect([result.current.loading, result.current.options]).toEqual([true, []]);
  await act(async () => pending[2]?.([option("望江公司")]));
  expect(result.current.options.map(({ text }) => text)).toEqual(["望江公司"]);
});

test("PCK-08 a failure shows the server's message as a warning; it is asked again the next time", async () => {
  const fixture = fixtureConsole();
  let calls = 0;
  fixture.services.dictionaries.search = async () => {
    calls += 1;
    throw new Error("字典Code格式不正确！");
  };
  const { result, rerender } = renderHook(({ open }) => useRecordSearch(fixture.services, dict, open), {
    initialProps: { open: true },
  });
  await wait(0);
  expect(fixture.notices).toEqual([{ level: "warning", text: "字典Code格式不正确！" }]);
  expect([result.current.loading, result.current.problem]).toEqual([false, "字典Code格式不正确！"]);
  rerender({ open: false });
  rerender({ open: true });
  await wait(0);
  expect(calls).toBe(2);
});

test("PCK-15 one answer serves all selects for 30 s, then it is asked for again", async () => {
  const { fixture, asked, pending } = searchFixture();
  const open = () => renderHook(() => useRecordSearch(fixture.services, dict, true));
  open();
  await wait(0);
  await act(async () => pending[0]?.([option("清溪公司")]));
  await wait(29_000);
  const second = open();
  await wait(0);
  expect(second.result.current.options.map(({ text }) => text)).toEqual(["清溪公司"]);
  expect(asked).toEqual([""]);
  await wait(1_500);
  open();
  await wait(0);
  expect(asked).toEqual(["", ""]);
});
