// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useSubPopover } from "./use-sub-popover.ts";

afterEach(() => {
  vi.useRealTimers();
});

function openHook() {
  vi.useFakeTimers();
  const box = document.createElement("div");
  const notices: string[] = [];
  const services = { notify: (_level: string, text: string) => void notices.push(text) };
  const hook = renderHook(() => useSubPopover({ current: box }, services as never));
  const draw = (id: string) => {
    const row = document.createElement("div");
    row.dataset.row = id;
    box.append(row);
  };
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return {
    draw,
    notices,
    wait,
    now: () => hook.result.current,
    press: (id: string) => act(() => hook.result.current.toggle(id)),
  };
}

test("TBL-11 a row that is drawn a moment later is found at the third try again, 100 ms apart", async () => {
  const { draw, notices, wait, now } = openHook();
  void act(() => void now().toggle("a"));
  await wait(250);
  draw("a");
  expect(now().open).toBeUndefined();
  await wait(50);
  expect([now().open?.id, notices]).toEqual(["a", []]);
});

test("TBL-11 a row that does not come in three tries is told, and a press tries anew", async () => {
  const { draw, notices, wait, now, press } = openHook();
  void act(() => void now().toggle("a"));
  await wait(299);
  expect(notices).toEqual([]);
  await wait(1);
  expect([now().open, notices]).toEqual([undefined, ["failed to open sub table"]]);
  draw("a");
  await press("a");
  expect(now().open?.id).toBe("a");
  await press("a");
  expect(now().open).toBeUndefined();
});
