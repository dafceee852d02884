import { expect, test } from "vitest";
import { compileScreen } from "../compile/compile-screen.ts";
import type { ListPlan } from "../compile/plan.ts";
import { resolveModel } from "../model/resolve-model.ts";
import type { Row } from "../model/resolved-model.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import { memoryAddress } from "./address-bar.ts";
import type { ConsoleServices, RequestOptions } from "./services.ts";
import { TreeListStore } from "./tree-list-store.ts";

const model = resolveModel(
  {
    schemaVersion: 1,
    id: "test/place",
    title: "地点",
    table: "test_place",
    base: "/test/place",
    permissionPrefix: "test:place",
    titleField: "name",
    fields: {
      name: { type: "string", title: "名称", search: true },
      pid: { type: "string", title: "上级" },
      hasChild: { type: "string", title: "有下级" },
    },
    relations: { children: { kind: "tree", pid: "pid", hasChild: "hasChild", root: "0" } },
  },
  () => "name",
);

const places: readonly Row[] = [
  { id: "a", name: "甲", pid: "0", hasChild: "1" },
  { id: "b", name: "乙", pid: "0", hasChild: "0" },
  { id: "a1", name: "甲一", pid: "a", hasChild: "1" },
  { id: "a11", name: "甲一一", pid: "a1", hasChild: "0" },
];

function aTree(rows: readonly Row[] = places, expandLevel = 0, more: Partial<ScreenDocument> = {}) {
  const calls: string[] = [];
  const answers: Readonly<Record<string, (params: Row) => unknown>> = {
    "/test/place/rootList": () => ({ records: rows.filter((row) => row.pid === "0") }),
    "/test/place/getChildListBatch": ({ parentIds }) => ({
      records: rows.filter((row) => String(parentIds).split(",").includes(String(row.pid))),
    }),
    "/test/place/list": ({ name, id }) => {
      const found = rows.filter((row) =>
        id ? String(id).split(",").includes(String(row.id)) : `*${row.name}*` === name,
      );
      return { records: found, total: found.length };
    },
  };
  const services = {
    async request({ url, params }: RequestOptions) {
      calls.push(url.slice("/test/place/".length));
      return answers[url]?.(params ?? {});
    },
    hasPermission: (code: string) => code === "test:place:list",
  } as unknown as ConsoleServices;
  const tree = { expandLevel, ...("tree" in more ? more.tree : {}) };
  const screen = { schemaVersion: 1, kind: "tree-list", model: "test/place", ...more, tree } as ScreenDocument;
  const plan = compileScreen(screen, new Map([["test/place", model]])) as ListPlan;
  if (!plan.tree) throw new Error("no tree");
  const store = new TreeListStore(plan, plan.tree, services, memoryAddress());
  const shown = () => store.rows.map((row) => `${"-".repeat(store.depthOf(row))}${row.name}`);
  return { store, calls, shown };
}

const rowOf = (store: TreeListStore, id: string) => {
  const row = store.rows.find((each) => each.id === id);
  if (!row) throw new Error(`${id} is not shown`);
  return row;
};

test("a level is read when its row opens, once", async () => {
  const { store, calls, shown } = aTree();
  await store.load();
  expect(shown()).toEqual(["甲", "乙"]);
  await store.toggle(rowOf(store, "a"));
  expect(shown()).toEqual(["甲", "-甲一", "乙"]);
  await store.toggle(rowOf(store, "a"));
  await store.toggle(rowOf(store, "a"));
  expect(shown()).toEqual(["甲", "-甲一", "乙"]);
  expect(calls).toEqual(["rootList", "getChildListBatch"]);
});

test("loading again keeps what stands open", async () => {
  const { store, shown } = aTree();
  await store.load();
  await store.toggle(rowOf(store, "a"));
  await store.load();
  expect(shown()).toEqual(["甲", "-甲一", "乙"]);
});

test("a row added below a closed one is seen: the one above it opens", async () => {
  const rows = [...places];
  const { store, shown } = aTree(rows);
  await store.load();
  const added = { id: "a2", name: "甲二", pid: "a", hasChild: "0" };
  rows.push(added);
  await store.loadSaved(added);
  expect(shown()).toEqual(["甲", "-甲一", "-甲二", "乙"]);
  await store.loadSaved(null);
  expect(shown()).toEqual(["甲", "-甲一", "-甲二", "乙"]);
});

test("opens as many levels as the document says", async () => {
  const { store, shown } = aTree(places, 2);
  await store.load();
  expect(shown()).toEqual(["甲", "-甲一", "--甲一一", "乙"]);
});

test("levels can be opened and closed at once while there is one to open or to close", async () => {
  const { store } = aTree();
  await store.load();
  expect([store.canExpand, store.canCollapse]).toEqual([true, false]);
  await store.expandAll();
  expect([store.canExpand, store.canCollapse]).toEqual([false, true]);
  store.collapseAll();
  expect([store.canExpand, store.canCollapse]).toEqual([true, false]);
  const flat = aTree(places.map((place) => ({ ...place, pid: "0", hasChild: "0" }))).store;
  await flat.load();
  expect([flat.canExpand, flat.canCollapse]).toEqual([false, false]);
});

test("a search shows what it found and the way up to it", async () => {
  const { store, shown } = aTree();
  await store.load();
  store.setValue("name", "甲一一");
  await store.search();
  expect(shown()).toEqual(["甲", "-甲一", "--甲一一"]);
  expect([...(store.found ?? [])]).toEqual(["a11"]);
  await store.reset();
  expect(shown()).toEqual(["甲", "乙"]);
});

test("rows that hang below each other end the search and are drawn once", async () => {
  const loop = [
    { id: "x", name: "圈", pid: "y", hasChild: "1" },
    { id: "y", name: "环", pid: "x", hasChild: "1" },
  ];
  const { store, shown } = aTree(loop);
  store.setValue("name", "圈");
  await store.search();
  expect(shown().length).toBeLessThanOrEqual(2);
  expect(store.status).toBe("ready");
});

test("a row that is answered below itself opens, all levels too, and is drawn once", async () => {
  const { store } = aTree([
    { id: "a", name: "甲", pid: "0", hasChild: "1" },
    { id: "a", name: "甲", pid: "a", hasChild: "1" },
    { id: "b", name: "乙", pid: "a", hasChild: "0" },
  ]);
  await store.load();
  const [first] = store.rows;
  if (first) await store.toggle(first);
  await store.expandAll();
  expect(store.rows.map((row) => row.id)).toEqual(["a", "b"]);
});

test("all levels of rows that hang below each other open at once, each read once", async () => {
  const { store, calls } = aTree([
    { id: "a", name: "甲", pid: "0", hasChild: "1" },
    { id: "b", name: "乙", pid: "a", hasChild: "1" },
    { id: "c", name: "丙", pid: "a", hasChild: "1" },
    { id: "a", name: "甲", pid: "b", hasChild: "1" },
    { id: "c", name: "丙", pid: "b", hasChild: "1" },
    { id: "a", name: "甲", pid: "c", hasChild: "1" },
    { id: "b", name: "乙", pid: "c", hasChild: "1" },
  ]);
  await store.load();
  await store.expandAll();
  expect(store.rows.map((row) => row.id)).toEqual(["a", "b", "c"]);
  expect(calls).toHaveLength(3);
});

test("TBL-10 an answer that is neither an array nor has records is an error, not an empty level", async () => {
  const plan = compileScreen(
    { schemaVersion: 1, kind: "tree-list", id: "test/place", model: "test/place" } as ScreenDocument,
    new Map([["test/place", model]]),
  ) as ListPlan;
  if (!plan.tree) throw new Error("no tree");
  const services = { request: async () => ({ rows: [] }) } as unknown as ConsoleServices;
  const store = new TreeListStore(plan, plan.tree, services, memoryAddress());
  await store.load();
  expect([store.status, store.error?.message]).toEqual(["error", "unrecognized return data type"]);
});

const cardScreen = {
  tree: { card: { tabs: [{ title: "{{ row.name }}", view: "form" }] } },
  views: { form: { as: "modal", items: ["name"] }, detail: { as: "drawer", items: ["name"] } },
} as const;
const edit = { mode: "edit", values: {}, button: undefined } as const;

test("a row opens in the card where there is room, and over the list where there is none", async () => {
  const { store } = aTree(places, 2, cardScreen);
  await store.load();
  store.openView({ ...edit, view: "detail", mode: "detail", row: rowOf(store, "a1") });
  expect([store.card, store.views.length]).toEqual([undefined, 1]);
  store.closeView();
  store.setRoom(true);
  store.openView({ ...edit, view: "detail", mode: "detail", row: rowOf(store, "a11") });
  expect(store.card).toMatchObject({ row: { id: "a11" }, view: "form" });
  expect([store.views.length, [...store.selected.keys()]]).toEqual([0, ["a11"]]);
  expect(store.pathOf(rowOf(store, "a11"))).toEqual(["甲", "甲一"]);
  expect(store.cardAsked).toBe(0);
  store.openView({ ...edit, view: "form", row: rowOf(store, "a11") });
  expect([store.cardAsked, store.views.length]).toEqual([1, 0]);
  store.openView({ ...edit, view: "form", mode: "add", row: undefined });
  expect(store.views.length).toBe(1);
});

test("a tab of the card that names a permission is there for its holders", () => {
  const { views } = cardScreen;
  const tab = { view: "detail", title: "详情" };
  const tabs = [tab, { ...tab, permission: "test:place:list" }, { ...tab, permission: "test:place:grant" }];
  const { store } = aTree(places, 2, { tree: { card: { tabs } }, views } as unknown as Partial<ScreenDocument>);
  expect(store.cardTabs.map(({ permission }) => permission)).toEqual([undefined, "test:place:list"]);
});

test("another row waits until what was typed in the card may be given up; a row that is gone closes it", async () => {
  const rows = [...places];
  const { store } = aTree(rows, 2, cardScreen);
  await store.load();
  store.setRoom(true);
  await store.showCard(rowOf(store, "b"));
  let may = false;
  // Another tab with nothing typed came later; it does not hide what is typed in the first.
  store.guard("choice", { isDirty: true, mayLeave: async () => may });
  const end = store.guard("choice", { isDirty: false, mayLeave: async () => true });
  await store.showCard(rowOf(store, "a"));
  expect(store.card?.row.id).toBe("b");
  may = true;
  await store.showCard(rowOf(store, "a"));
  expect(store.card?.row.id).toBe("a");
  end();
  may = false;
  await store.showCard(rowOf(store, "b"));
  expect(store.card?.row.id).toBe("a");
  may = true;
  await store.showCard(rowOf(store, "b"));
  rows.splice(1, 1);
  await store.loadActed([{ id: "b" }]);
  expect(store.card).toBe(undefined);
});

test("a tree by a relation to itself reads its levels from the list, the top page by page", async () => {
  const persons: readonly Row[] = [
    { id: "a", name: "甲", above: null, below: 2 },
    { id: "b", name: "乙", above: null, below: 0 },
    { id: "a1", name: "甲一", above: "a", below: 0 },
    { id: "a2", name: "甲二", above: "a", below: 0 },
  ];
  const person = resolveModel(
    {
      schemaVersion: 1,
      id: "test/person",
      title: "人",
      table: "test_person",
      base: "/test/person",
      permissionPrefix: "test:person",
      fields: {
        name: { type: "string", title: "姓名" },
        above: { type: "string", title: "上级" },
        below: { type: "integer", title: "下级数" },
      },
      relations: { ties: { kind: "one-to-many", model: "test/person", foreignKey: "above" } },
    },
    () => "name",
  );
  const asked: RequestOptions[] = [];
  const services = {
    async request(options: RequestOptions) {
      asked.push(options);
      const { above } = options.params ?? {};
      const found = persons.filter((row) => row.above === (above ?? null));
      return { records: above === undefined ? found.slice(0, 1) : found, total: found.length };
    },
  } as unknown as ConsoleServices;
  const tree = { relation: "ties", hasChild: "below" };
  const screen = { schemaVersion: 1, kind: "tree-list", model: "test/person", tree } as ScreenDocument;
  const plan = compileScreen(screen, new Map([["test/person", person]])) as ListPlan;
  if (!plan.tree) throw new Error("no tree");
  const store = new TreeListStore(plan, plan.tree, services, memoryAddress());
  await store.load();
  expect(store.rows.map((row) => row.name)).toEqual(["甲"]);
  expect(store.topTotal).toBe(2);
  expect(asked[0]?.params).toMatchObject({ pageNo: 1, pageSize: 10 });
  expect(JSON.parse(String(asked[0]?.params?.superQueryParams))).toEqual([{ field: "above", rule: "empty" }]);
  await store.toggle(rowOf(store, "a"));
  expect(store.rows.map((row) => `${store.depthOf(row)}${row.name}`)).toEqual(["0甲", "1甲一", "1甲二"]);
  expect(asked.map(({ url }) => url)).toEqual(["/test/person/list", "/test/person/list"]);
});
