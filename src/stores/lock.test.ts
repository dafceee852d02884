// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LockStore } from "./lock.ts";
import { defaultSettings } from "./settings.ts";
import { MemoryStorage, memoryEntries } from "./test-parts.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  document.head.innerHTML = "";
});

/** What the operator set for everybody. */
function siteLocksAfter(minutes: number) {
  document.head.innerHTML = `<meta name="lock-minutes" content="${minutes}">`;
}

function aLock(lockMinutes: number, storage = new MemoryStorage(), isSignedIn = true) {
  const settings = { values: { ...defaultSettings, lockMinutes } };
  const lock = new LockStore({ entries: memoryEntries(storage), settings, isSignedIn: () => isSignedIn });
  lock.watch();
  return lock;
}

it("locks after the chosen minutes without a touch, and not before", () => {
  const lock = aLock(5);
  vi.advanceTimersByTime(290_000);
  dispatchEvent(new Event("keydown"));
  vi.advanceTimersByTime(290_000);
  expect(lock.isLocked).toBe(false);
  vi.advanceTimersByTime(20_000);
  expect(lock.isLocked).toBe(true);
});

it.each([
  ["a person's longer time does not outlast the operator's", 60, 5, 5],
  ["a person's shorter time holds", 5, 60, 5],
  ["who chose none has the operator's", 0, 15, 15],
])("%s", (_, own, everybody, minutes) => {
  siteLocksAfter(everybody);
  const lock = aLock(own);
  vi.advanceTimersByTime(minutes * 60_000 - 10_000);
  expect(lock.isLocked).toBe(false);
  vi.advanceTimersByTime(20_000);
  expect(lock.isLocked).toBe(true);
});

it("work in another tab of the browser counts", () => {
  const storage = new MemoryStorage();
  const here = aLock(5, storage);
  vi.advanceTimersByTime(200_000);
  memoryEntries(storage).write("touched", Date.now());
  vi.advanceTimersByTime(150_000);
  expect(here.isLocked).toBe(false);
});

it("never locks when nobody chose it, or when nobody is signed in", () => {
  const never = aLock(0);
  const nobody = aLock(5, new MemoryStorage(), false);
  vi.advanceTimersByTime(86_400_000);
  expect([never.isLocked, nobody.isLocked]).toEqual([false, false]);
});

it("a reload stays locked until the password opened it", () => {
  const storage = new MemoryStorage();
  aLock(0, storage).lock();
  const reloaded = aLock(0, storage);
  expect(reloaded.isLocked).toBe(true);
  reloaded.unlock();
  expect(aLock(0, storage).isLocked).toBe(false);
});
