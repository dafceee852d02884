// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useSave } from "./use-save.ts";

afterEach(cleanup);

test("a second press while a save is under way sends nothing; the next one after it does", async () => {
  const { result } = renderHook(() => useSave());
  let finish: () => void = () => undefined;
  const send = vi.fn(() => new Promise<void>((done) => (finish = done)));
  const parts = { send, showErrors: () => [] };

  let first: Promise<boolean> | undefined;
  act(() => {
    first = result.current.save(parts);
  });
  expect(result.current.isSaving).toBe(true);
  const second = result.current.save(parts);
  expect(send).toHaveBeenCalledTimes(1);
  expect(await second).toBe(false);

  await act(async () => {
    finish();
    expect(await first).toBe(true);
  });
  expect(result.current.isSaving).toBe(false);
  act(() => void result.current.save(parts));
  expect(send).toHaveBeenCalledTimes(2);
  await act(async () => finish());
});
