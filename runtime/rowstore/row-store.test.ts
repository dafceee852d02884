import { expect, test, vi } from "vitest";
import { aMomentMs, processorMs } from "../../tests/support/processor-ms.ts";
import { RowStore } from "./row-store.ts";
import type { RowStoreOptions } from "./row-store-types.ts";

const options: RowStoreOptions = {
  columns: [
    {
      key: "name",
      checks: [
        { kind: "required", message: "请输入名称" },
        { kind: "unique", message: "名称不能重复" },
      ],
    },
    { key: "price", summary: "sum" },
    {
      key: "qty",
      summary: "average",
      scale: 1,
      checks: [{ kind: "test", test: (value) => (Number(value) < 0 ? "不能小于 0" : undefined) }],
    },
  ],
  orderField: "orderNum",
  isDisabled: (row) => row.status === "9",
};

function aStore(more: Partial<RowStoreOptions> = {}): RowStore {
  const store = new RowStore({ ...options, ...more });
  store.load([
    { id: "a", name: "甲", price: 0.1, qty: 1, orderNum: 1 },
    { id: "b", name: "乙", price: 0.2, qty: 2, orderNum: 2 },
    { id: "c", name: "丙", price: null, qty: "4", orderNum: 3 },
  ]);
  return store;
}

test("TBL a write tells the listeners of its cell and of its row, nobody else", () => {
  const store = aStore();
  const heard: string[] = [];
  for (const id of store.order) {
    store.onRow(id, () => heard.push(id));
    for (const key of ["name", "price"]) store.onCell(id, key, () => heard.push(`${id}.${key}`));
  }
  store.set("a", "price", 5);
  expect(heard).toEqual(["a", "a.price"]);
});

test("writing the value that is there already tells nobody and edits nothing", () => {
  const store = aStore();
  const listener = vi.fn();
  store.onCell("a", "price", listener);
  store.onMeta(listener);
  store.set("a", "price", 0.1);
  expect(listener).not.toHaveBeenCalled();
  expect(store.isEdited("a")).toBe(false);
});

test("a transaction tells each listener once and is undone in one step", () => {
  const store = aStore();
  const listener = vi.fn();
  store.onCell("a", "price", listener);
  store.transaction(() => {
    store.set("a", "price", 1);
    store.set("a", "price", 2);
    store.set("b", "price", 3);
  });
  expect(listener).toHaveBeenCalledTimes(1);
  store.undo();
  expect([store.cell("a", "price"), store.cell("b", "price")]).toEqual([0.1, 0.2]);
  expect(store.isDirty).toBe(false);
  store.redo();
  expect(store.cell("b", "price")).toBe(3);
});

test("a transaction that throws leaves everything as it was", () => {
  const store = aStore();
  expect(() =>
    store.transaction(() => {
      store.set("a", "price", 1);
      store.remove(["b"]);
      store.insert([{ name: "丁" }]);
      throw new Error("stop");
    }),
  ).toThrow("stop");
  expect(store.order).toEqual(["a", "b", "c"]);
  expect(store.sum("price")).toBe(0.3);
  expect(store.isDirty).toBe(false);
  expect(store.meta.canUndo).toBe(false);
});

test("unsubscribing forgets the cell", () => {
  const store = aStore();
  const stops = store.order.map((id) => store.onCell(id, "price", () => undefined));
  expect(store.listeningCells).toBe(3);
  for (const stop of stops) stop();
  expect(store.listeningCells).toBe(0);
});

test("TBL-06 removed loaded rows enter deleteIds, removed new rows never do", () => {
  const store = aStore();
  const [created = ""] = store.insert([{ name: "丁" }]);
  store.remove([created, "b", "unknown"]);
  expect(store.deleteIds).toEqual(["b"]);
  expect(store.order).toEqual(["a", "c"]);
});

test("a new row that was given a key by hand is still no stored row", () => {
  const store = aStore();
  const [created = ""] = store.insert([{ name: "丁" }]);
  store.set(created, "id", "77");
  store.remove([created]);
  expect(store.deleteIds).toEqual([]);
});

test("disabled rows cannot be removed", () => {
  const store = aStore();
  store.set("a", "status", "9");
  expect(store.remove(["a", "b"])).toBe(1);
  expect(store.order).toEqual(["a", "c"]);
});

test("an edit by hand back to the loaded value is no edit", () => {
  const store = aStore();
  store.set("a", "price", 9);
  expect(store.isEdited("a")).toBe(true);
  store.set("a", "price", 0.1);
  expect(store.isEdited("a")).toBe(false);
});

test("what a save sends: new rows without id, changed rows whole, removed ids", () => {
  const store = aStore();
  store.insert([{ id: "given", name: "丁", price: 1 }], 0);
  store.set("b", "name", "乙乙");
  store.remove(["c"]);
  expect(store.changes()).toEqual({
    inserted: [{ name: "丁", price: 1, orderNum: 1 }],
    updated: [
      { id: "a", name: "甲", price: 0.1, qty: 1, orderNum: 2 },
      { id: "b", name: "乙乙", price: 0.2, qty: 2, orderNum: 3 },
    ],
    deleteIds: ["c"],
  });
});

test("moving renumbers the order field from 1 and marks the row as moved", () => {
  const store = aStore();
  store.move("c", 0);
  expect(store.order).toEqual(["c", "a", "b"]);
  expect(store.values().map((row) => row.orderNum)).toEqual([1, 2, 3]);
  expect(store.isMoved("c")).toBe(true);
  expect(store.isMoved("a")).toBe(false);
  store.undo();
  expect(store.order).toEqual(["a", "b", "c"]);
  expect(store.isDirty).toBe(false);
});

test("sums are exact to the cent and averages count rows with a number", () => {
  const store = aStore();
  expect(store.sum("price")).toBe(0.3);
  expect(store.average("qty")).toBe(2.3);
  store.set("c", "price", "0.70");
  expect(store.sum("price")).toBe(1);
  store.remove(["a", "b", "c"]);
  expect(store.sum("price")).toBe(0);
  expect(store.average("qty")).toBeNull();
  expect(store.sum("name")).toBeUndefined();
});

test("order keeps its identity while only cells change", () => {
  const store = aStore();
  const { order } = store;
  store.set("a", "price", 5);
  expect(store.order).toBe(order);
  expect(store.indexOf("c")).toBe(2);
});

test("a row's place is found near the last one and far from it, after moves too", () => {
  const store = new RowStore(options);
  store.load(Array.from({ length: 300 }, (_, at) => ({ id: `r${at}` })));
  const asked = [
    0,
    1,
    39,
    41,
    299,
    260,
    258,
    10,
    150,
    111,
    70,
    ...Array.from({ length: 60 }, (_, at) => (at * 97) % 300),
  ];
  for (const at of asked) expect(store.indexOf(`r${at}`)).toBe(at);
  expect(store.indexOf("gone")).toBe(-1);
  store.move("r0", 299);
  expect([store.indexOf("r0"), store.indexOf("r1"), store.indexOf("r299")]).toEqual([299, 0, 298]);
});

test("rows without id or with a taken one are kept under ids of the store", () => {
  const store = new RowStore(options);
  store.load([{ id: "a" }, { id: "a" }, { name: "无" }, { id: null }, null, "text", [1], { id: 5 }]);
  expect(store.size).toBe(5);
  expect(new Set(store.order).size).toBe(5);
  expect(store.row("5")).toEqual({ id: 5 });
  store.remove([...store.order]);
  expect(store.deleteIds).toEqual(["a", "a", "5"]);
});

test("computed cells follow every edit and new row", () => {
  const store = aStore({
    compute: (row) => {
      const amount = Math.round(Number(row.price) * Number(row.qty) * 100) / 100;
      return row.amount === amount ? row : { ...row, amount };
    },
  });
  store.set("a", "qty", 3);
  expect(store.cell("a", "amount")).toBe(0.3);
  const [id = ""] = store.insert([{ price: 2, qty: 2 }]);
  expect(store.cell(id, "amount")).toBe(4);
});

test("what someone else saved comes in, but not over a local edit, and undo keeps it", () => {
  const store = aStore();
  store.set("a", "price", 9);
  store.applyRemote("a", { name: "新名", price: 7 });
  expect(store.row("a")).toMatchObject({ name: "新名", price: 9 });
  store.undo();
  expect(store.row("a")).toMatchObject({ name: "新名", price: 7 });
  expect(store.isEdited("a")).toBe(false);
});

test("at most 100 steps can be undone", () => {
  const store = aStore();
  for (let price = 1; price <= 150; price++) store.set("a", "price", price);
  let steps = 0;
  while (store.undo()) steps += 1;
  expect(steps).toBe(100);
  expect(store.cell("a", "price")).toBe(50);
});

test("prototype names cannot be written", () => {
  const store = aStore();
  store.patch("a", JSON.parse('{"__proto__":{"polluted":true},"price":3}'));
  expect(store.row("a")?.polluted).toBeUndefined();
  expect(store.cell("a", "price")).toBe(3);
});

test("10,000 writes in one transaction and a mount of 100,000 rows stay far below a second", () => {
  const store = new RowStore(options);
  const rows = Array.from({ length: 100_000 }, (_, index) => ({
    id: `r${index}`,
    name: `n${index}`,
    price: 0.01,
    qty: 1,
  }));
  const elapsedMs = processorMs(() => {
    store.load(rows);
    store.transaction(() => {
      for (let index = 0; index < 10_000; index++) store.set(`r${index}`, "price", 0.02);
    });
    store.remove(["r0"]);
  });
  expect(elapsedMs).toBeLessThan(aMomentMs);
  expect(store.sum("price")).toBe(1099.98);
});

test("TBL-10 rows that were read later are neither new nor a step: undoing what came before leaves them there", () => {
  const store = aStore();
  store.insert([{ name: "丁" }], 1);
  store.receive(
    [
      { id: "b1", name: "乙一" },
      { id: "b", name: "又一个乙" },
    ],
    3,
  );
  expect(store.order).toEqual(["a", "new-1", "b", "b1", "c"]);
  expect([store.isInserted("b1"), store.isEdited("b1"), store.cell("b", "name")]).toEqual([false, false, "乙"]);
  store.undo();
  expect(store.order).toEqual(["a", "b", "b1", "c"]);
  store.redo();
  expect(store.order).toEqual(["a", "new-1", "b", "b1", "c"]);
});

test("TBL-22 a row is known by the first 50 characters of its key, which stays whole; a second one gets a name of its own", () => {
  const store = aStore();
  const [long, other] = [`${"k".repeat(50)}1`, `${"k".repeat(50)}2`];
  store.load([{ id: long }, { id: other }]);
  expect(store.order).toEqual(["k".repeat(50), "new-1"]);
  expect(store.values().map(({ id }) => id)).toEqual([long, other]);
});
