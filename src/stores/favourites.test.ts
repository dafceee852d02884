import { autorun } from "mobx";
import { expect, it } from "vitest";
import { FavouritesStore } from "./favourites.ts";
import { MemoryStorage, memoryEntries } from "./test-parts.ts";

function stores(storage = new MemoryStorage()) {
  let user = "u1";
  const open = () => new FavouritesStore(memoryEntries(storage), () => user);
  const signIn = (id: string) => {
    user = id;
  };
  return { store: open(), open, storage, signIn };
}

it("marked and last pages are kept for each person", () => {
  const { store, open, signIn } = stores();
  store.visit("/a");
  store.toggle("/b");
  signIn("u2");
  expect([store.marked, store.recent]).toEqual([[], []]);
  store.visit("/c");
  expect(store.recent).toEqual(["/c"]);
  signIn("u1");
  const again = open();
  again.visit("/d");
  expect([again.marked, again.recent]).toEqual([["/b"], ["/d", "/a"]]);
});

it("the last eight pages are remembered, each once, the newest first", () => {
  const { store } = stores();
  for (const name of "abcdefghij") store.visit(`/${name}`);
  store.visit("/e");
  expect(store.recent).toEqual(["/e", "/j", "/i", "/h", "/g", "/f", "/d", "/c"]);
});

it("marking twice takes the mark away; a broken entry reads as none", () => {
  const { store, storage, open } = stores();
  store.toggle("/a");
  store.toggle("/a");
  expect(store.isMarked("/a")).toBe(false);
  storage.setItem("console:favourites:u1", '{"version":1,"expiresAt":null,"value":{"marked":"x","recent":[1,"/z"]}}');
  const broken = open();
  broken.visit("/a");
  expect([broken.marked, broken.recent]).toEqual([[], ["/a", "/z"]]);
});

it("who looked before anything was read is told of the first mark", () => {
  const { store } = stores();
  const seen: boolean[] = [];
  const stop = autorun(() => void seen.push(store.isMarked("/a")));
  store.toggle("/a");
  stop();
  expect(seen.at(-1)).toBe(true);
});
