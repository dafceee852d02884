import { expect, it } from "vitest";
import { createLocalEntries } from "./local-entries.ts";
import { MemoryStorage, memoryEntries } from "./test-parts.ts";

it("a value is gone when its lifetime is over", () => {
  let now = 1000;
  const entries = memoryEntries(new MemoryStorage(), () => now);
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
