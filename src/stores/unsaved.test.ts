import { describe, expect, it } from "vitest";
import { MemoryStorage, memoryEntries } from "./test-parts.ts";
import { UnsavedStore } from "./unsaved.ts";

function aStore(userId = "u1", storage = new MemoryStorage()) {
  return { store: new UnsavedStore(memoryEntries(storage), () => userId), storage };
}

describe("unsaved input", () => {
  it("is known for each page, also while the page is hidden", () => {
    const { store } = aStore();
    const page = store.page("/a 0 k1");
    const stop = page.watch(() => true);
    expect([store.isDirty(), store.isDirty((path) => path === "/a"), store.isDirty((path) => path === "/b")]).toEqual([
      true,
      true,
      false,
    ]);
    page.isShown = false;
    stop();
    expect(store.isDirty()).toBe(true);
  });

  it("ends with its form, and with its page", () => {
    const { store } = aStore();
    const stop = store.page("/a 0 k1").watch(() => true);
    stop();
    expect(store.isDirty()).toBe(false);
    store.page("/a 0 k1").watch(() => true);
    store.drop("/a 0 k1");
    expect(store.isDirty()).toBe(false);
  });

  it("a form that went while its page was hidden is forgotten when the page is shown again", () => {
    const { store } = aStore();
    const page = store.page("/a 0 k1");
    page.watch(() => true);
    page.isShown = false;
    page.show();
    expect(store.isDirty()).toBe(false);
  });
});

describe("drafts", () => {
  it("are found again after a reload, by the same person only", () => {
    const { store, storage } = aStore();
    store.page("/a 0 k1").writeDraft("member form add ", { realname: "王" });
    const read = (userId: string) => aStore(userId, storage).store.page("/a 0 k2").readDraft("member form add ");
    expect(read("u1")?.values).toEqual({ realname: "王" });
    expect(read("u2")).toBeUndefined();
  });

  it("go when there is nothing to keep, when the page is given up, and when the person signs out", () => {
    const { store } = aStore();
    const page = store.page("/a 0 k1");
    page.writeDraft("one", { a: 1 });
    page.writeDraft("one", undefined);
    expect(page.readDraft("one")).toBeUndefined();
    page.writeDraft("two", { a: 1 });
    store.discard((path) => path === "/a");
    page.writeDraft("two", { a: 2 });
    expect(page.readDraft("two")).toBeUndefined();
    const other = store.page("/b 0 k1");
    other.writeDraft("three", { a: 1 });
    store.forgetDrafts();
    expect(other.readDraft("three")).toBeUndefined();
  });

  it("are bounded in number and length", () => {
    const { store } = aStore();
    const page = store.page("/a 0 k1");
    for (let index = 0; index < 30; index += 1) page.writeDraft(`d${index}`, { index });
    const kept = Array.from({ length: 30 }, (_, index) => page.readDraft(`d${index}`)).filter(Boolean);
    expect(kept).toHaveLength(20);
    page.writeDraft("long", { text: "x".repeat(300_000) });
    expect(page.readDraft("long")).toBeUndefined();
  });

  it.each([
    ["not json"],
    ['{"version":1,"expiresAt":null,"value":[1]}'],
    ['{"version":1,"expiresAt":null,"value":{"d":3}}'],
  ])("a stored entry %j reads as none", (text) => {
    const { store, storage } = aStore();
    storage.setItem("console:drafts:u1", text);
    expect(store.page("/a 0 k1").readDraft("d")).toBeUndefined();
  });
});
