import { describe, expect, test } from "vitest";
import { compileScreen } from "../compile/compile-screen.ts";
import { fixtureModels } from "../compile/fixture-models.ts";
import type { ListPlan } from "../compile/plan.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import { memoryAddress } from "./address-bar.ts";
import { withGiven } from "./given-conditions.ts";
import { ListStore } from "./list-store.ts";
import type { ConsoleServices, RequestOptions } from "./services.ts";

interface Pending {
  readonly request: RequestOptions;
  answer(result: unknown): void;
}

function listPlan(screen: object = {}): ListPlan {
  const document = { schemaVersion: 1, kind: "list", id: "test/shop", model: "test/shop", ...screen };
  const plan = compileScreen(document as ScreenDocument, fixtureModels());
  if (plan.kind !== "list") throw new Error("not a list");
  return plan;
}

/** A store whose calls wait until the test answers them. */
function waitingStore(screen: object = {}, search = "", plan = listPlan(screen)) {
  const pending: Pending[] = [];
  const services = {
    request: (request: RequestOptions) =>
      new Promise((resolve) => {
        pending.push({ request, answer: resolve });
      }),
    send: (request: RequestOptions) =>
      new Promise((resolve) => {
        pending.push({ request, answer: (result) => resolve({ success: true, code: 200, result }) });
      }),
    user: { id: "1", username: "clerk", realname: "陈晓", orgCode: "A01", roles: [] },
    permissions: { auth: [], allAuth: [] },
    hasPermission: () => false,
  } as unknown as ConsoleServices;
  const address = memoryAddress(search);
  return { store: new ListStore(plan, services, address), pending, address };
}

const page = (...names: string[]) => ({ records: names.map((name) => ({ id: name, name })), total: names.length });
const names = (store: ListStore) => store.rows.map((row) => row.name);

describe("loading", () => {
  test("a late answer of an older question is never shown", async () => {
    const { store, pending } = waitingStore();
    const first = store.load();
    const second = store.load();
    pending[1]?.answer(page("新"));
    await second;
    pending[0]?.answer(page("旧"));
    await first;
    expect(names(store)).toEqual(["新"]);
    expect(pending[0]?.request.signal?.aborted).toBe(true);
  });

  test("leaving the screen ends the question", () => {
    const { store, pending } = waitingStore();
    void store.load();
    store.dispose();
    expect(pending[0]?.request.signal?.aborted).toBe(true);
  });

  test("sums are asked for beside the rows, with the conditions and without the page", async () => {
    const { store, pending } = waitingStore({ table: { totals: ["price"] } }, "?q.name=江&page=2");
    const load = store.load();
    const totals = pending.find(({ request }) => request.url === "/test/shop/totals");
    expect(totals?.request.params).toEqual({ name: "*江*", fields: "price" });
    totals?.answer({ totals: { price: 12.5 } });
    pending.find(({ request }) => request.url === "/test/shop/list")?.answer(page("江"));
    await load;
    expect(store.totals).toEqual({ price: 12.5 });
  });
});

describe("asking", () => {
  test("typed values count only after 查询", () => {
    const { store, pending } = waitingStore();
    store.setValue("name", "江");
    expect(store.params()).not.toHaveProperty("name");
    void store.search();
    expect(pending.at(-1)?.request.params).toMatchObject({ name: "*江*", pageNo: 1 });
  });

  test("another page size goes back to the first page", () => {
    const { store } = waitingStore({}, "?page=3");
    void store.setPage(3, 30);
    expect([store.pageNo, store.pageSize]).toEqual([1, 30]);
  });

  test("another order keeps the page", () => {
    const { store, address } = waitingStore({}, "?page=3");
    void store.setSort({ field: "price", order: "asc" });
    expect([store.pageNo, address.read()]).toEqual([3, "?page=3&sort=price.asc"]);
  });

  test("a tab is one more condition", () => {
    const { store, pending } = waitingStore({ tabs: { field: "status" } });
    void store.setTab("1");
    expect(pending.at(-1)?.request.params).toMatchObject({ status: "1", pageNo: 1 });
    expect(store.filterCount).toBe(1);
  });

  test("a default may be an expression: it is evaluated, not shown", () => {
    const { store } = waitingStore({ query: { items: [{ field: "name", op: "eq", default: "{{ user.username }}" }] } });
    expect(store.params()).toMatchObject({ name: "clerk" });
  });

  test("a default of a query item is in force from the start and again after 重置", () => {
    const { store } = waitingStore({ query: { items: [{ field: "kind", default: "1" }] } });
    expect(store.params()).toMatchObject({ kind: "1" });
    store.setValue("kind", "2");
    void store.search();
    void store.reset();
    expect(store.params()).toMatchObject({ kind: "1" });
  });

  test("what the address asks for is in force again after 重置 and gone after 清空条件", () => {
    const plan = withGiven(listPlan({ query: { items: ["name"] } }), { name: "江" }, () => []);
    const { store } = waitingStore({}, "", plan);
    expect(store.params()).toMatchObject({ name: "江" });
    void store.reset();
    expect(store.params()).toMatchObject({ name: "江" });
    void store.clearFilters();
    expect(store.params()).not.toHaveProperty("name");
  });

  test("an address that asks for rows gets all of them, not those of the list's own period", () => {
    const listed = listPlan({ query: { items: ["name", { field: "kind", default: "1" }] } });
    const { store } = waitingStore(
      {},
      "",
      withGiven(listed, { name: "江" }, () => []),
    );
    expect(store.params()).toMatchObject({ name: "江" });
    expect(store.params()).not.toHaveProperty("kind");
  });
});

describe("sums below the rows", () => {
  const summed = (see?: string) =>
    compileScreen(
      {
        schemaVersion: 1,
        kind: "list",
        id: "test/shop",
        model: "test/shop",
        table: { totals: ["amount"] },
      } as ScreenDocument,
      new Map([...fixtureModels()].map(([id, model]) => [id, id === "test/shop" && see ? guarded(model, see) : model])),
    ) as ListPlan;
  const guarded = (model: ResolvedModel, see: string): ResolvedModel => {
    const amount = model.fields.get("amount");
    if (!amount) throw new Error("no amount");
    const fields = new Map(model.fields).set("amount", { ...amount, permission: { ...amount.permission, see } });
    return { ...model, fields };
  };

  test("are asked for of the fields that a person sees, and not at all where they see none", () => {
    const ask = (plan: ListPlan) => {
      const { store, pending } = waitingStore({}, "", plan);
      void store.load();
      return pending.filter(({ request }) => request.url.endsWith("/totals")).map(({ request }) => request.params);
    };
    expect(ask(summed())).toMatchObject([{ fields: "amount" }]);
    expect(ask(summed("shop:money"))).toEqual([]);
  });
});

describe("selecting", () => {
  test("a single selection keeps the last row only", () => {
    const { store } = waitingStore({ table: { selection: "single" } });
    store.toggleRow({ id: "1" });
    store.toggleRow({ id: "2" });
    expect([...store.selected.keys()]).toEqual(["2"]);
  });

  test("rows of other pages stay selected when a page is cleared", async () => {
    const { store, pending } = waitingStore();
    store.toggleRow({ id: "far" });
    const load = store.load();
    pending[0]?.answer(page("a", "b"));
    await load;
    store.toggleAll();
    expect([...store.selected.keys()]).toEqual(["far", "a", "b"]);
    store.toggleAll();
    expect([...store.selected.keys()]).toEqual(["far"]);
  });
});

/** A store with twelve rows, ten a page, that answers at once. */
async function answeringStore(search = "", screen: object = {}) {
  const rows = Array.from({ length: 12 }, (_, index) => ({ id: `r${index}`, name: `店${index}` }));
  const services = {
    request: async ({ params }: RequestOptions) => {
      const from = (Number(params?.pageNo) - 1) * 10;
      return { records: rows.slice(from, from + 10), total: 12 };
    },
    send: async () => ({ success: true, code: 200, result: [] }),
  } as unknown as ConsoleServices;
  const address = memoryAddress(search);
  const store = new ListStore(listPlan(screen), services, address);
  await store.load();
  return { store, address };
}

describe("choosing everything that matches", () => {
  test("counts the rows of all pages, and marks those of a page that is turned to", async () => {
    const { store } = await answeringStore();
    store.selectMatching();
    expect([store.selectedCount, store.selected.size]).toEqual([12, 10]);
    await store.setPage(2, 10);
    expect([store.selectedCount, [...store.selected.keys()]]).toEqual([12, ["r10", "r11"]]);
  });

  test("ends when a row is taken out or other rows are asked for", async () => {
    const { store } = await answeringStore();
    store.selectMatching();
    store.toggleRow({ id: "r3" });
    expect([store.isAllMatching, store.selectedCount]).toEqual([false, 9]);
    store.selectMatching();
    await store.search();
    expect([store.isAllMatching, store.selectedCount]).toEqual([false, 0]);
  });
});

describe("an open detail", () => {
  const detail = { view: "detail", mode: "detail", values: {}, button: undefined } as const;

  test("stands in the address beside the filters, and leaves it when it closes", async () => {
    const { store, address } = await answeringStore("?q.name=店&page=1");
    store.openView({ ...detail, row: { id: "r2" } });
    expect([address.read(), store.addressedId]).toEqual(["?q.name=%E5%BA%97&page=1&id=r2", "r2"]);
    store.closeView();
    expect(address.read()).toBe("?q.name=%E5%BA%97&page=1");
  });

  test("a form does not stand in the address: a reload would open it without what was typed", async () => {
    const { store, address } = await answeringStore();
    store.openView({ ...detail, view: "form", mode: "edit", row: { id: "r2" } });
    expect(address.read()).toBe("");
  });

  test("walks over the end of a page and back, and stops at the ends of the list", async () => {
    const { store, address } = await answeringStore();
    store.openView({ ...detail, row: { id: "r9" } });
    const key = store.views[0]?.key ?? 0;
    const row = () => store.views[0]?.row;
    expect(store.hasNeighbour({ id: "r0" }, -1)).toBe(false);
    await store.stepView(key, 1);
    expect([row()?.id, store.pageNo, address.read()]).toEqual(["r10", 2, "?id=r10&page=2"]);
    expect(store.hasNeighbour({ id: "r11" }, 1)).toBe(false);
    await store.stepView(key, -1);
    expect([row()?.id, store.pageNo]).toEqual(["r9", 1]);
  });
});

describe("numbers beside tabs", () => {
  const tabs = { field: "status", values: ["0", "1"], counts: true };

  test("are asked for with the conditions but without the tab in front", async () => {
    const { store, pending } = waitingStore({ tabs }, "?q.name=江&tab=1");
    void store.load();
    const asked = pending.find(({ request }) => request.url === "/lowcode/aggregate");
    expect(asked?.request.data).toEqual({
      model: "test/shop",
      where: { name: "*江*" },
      groupBy: ["status"],
      measures: { rows: { op: "count" } },
      limit: 1000,
    });
    asked?.answer([{ status: "1", rows: 7 }]);
    await expect.poll(() => store.tabCounts?.get("1")).toBe(7);
  });

  test("are not asked for where the document shows none", () => {
    const { store, pending } = waitingStore({ tabs: { field: "status", values: ["0"] } });
    void store.load();
    expect(pending.map(({ request }) => request.url)).toEqual(["/test/shop/list"]);
  });
});

test("the rows of a source are always asked for with its own parameters", () => {
  const source = { type: "rest", list: "GET /test/own/list", params: { owner: "{{ user.username }}", kind: "1" } };
  const fields = { name: { type: "string", title: "名称" } };
  const { store, pending } = waitingStore({ model: undefined, source, fields });
  void store.load();
  expect(pending[0]?.request).toMatchObject({ url: "/test/own/list", params: { owner: "clerk", kind: "1" } });
});
