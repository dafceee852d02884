import { expect, it } from "vitest";
import { createLocalEntries } from "./local-entries.ts";

class MemoryStorage implements Storage {
  private readonly values = new Map<string, string>();
  get length() {
    return this.values.size;
  }
  clear() {
    this.values.clear();
  }
  key(index: number) {
    return [...this.values.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.values.set(key, value);
  }
  removeItem(key: string) {
    this.values.delete(key);
  }
}

it("a value is gone when its lifetime is over", () => {
  let now = 1000;
  const entries = createLocalEntries(
    (() => {
      const storage = new MemoryStorage();
      return () => storage;
    })(),
    () => now,
  );
  entries.write("session", "t1", 500);
  now = 1499;
  expect(entries.read("session")).toBe("t1");
  now = 1500;
  expect(entries.read("session")).toBeUndefined();
});

it.each([
  '{"version":0,"expiresAt":null,"value":"old"}',
  '{"version":1,"expiresAt":"soon","value":"x"}',
  "not json",
  "null",
  '"text"',
])("an entry of another version or shape (%j) reads as absent", (text) => {
  const storage = new MemoryStorage();
  storage.setItem("console:session", text);
  expect(createLocalEntries(() => storage).read("session")).toBeUndefined();
});

it("a full storage keeps the value for this page load", () => {
  const storage = new MemoryStorage();
  storage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const entries = createLocalEntries(() => storage);
  expect(entries.write("session", "t1")).toBe(false);
  expect(entries.read("session")).toBe("t1");
  entries.remove("session");
  expect(entries.read("session")).toBeUndefined();
});

it("a blocked storage throws nothing", () => {
  const entries = createLocalEntries(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  expect(entries.read("session")).toBeUndefined();
  expect(entries.write("session", "t1")).toBe(false);
  expect(entries.read("session")).toBe("t1");
});
