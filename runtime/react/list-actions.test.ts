import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "../../renderers/actions/index.gen.ts";
import { compileScreen } from "../compile/compile-screen.ts";
import { fixtureModels } from "../compile/fixture-models.ts";
import type { ButtonPlan } from "../compile/plan.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import { memoryAddress } from "./address-bar.ts";
import { DictionaryCache } from "./dictionary-cache.ts";
import { exportFormats } from "./export-formats.ts";
import { ListActions } from "./list-actions.ts";
import { ListStore } from "./list-store.ts";
import { type ConsoleServices, RequestError, type RequestOptions } from "./services.ts";

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const row = { id: "s1", version: 3, name: "江店", status: "0" };

interface ActionOptions {
  /** What the list answers, when it does. */
  readonly rows?: Promise<unknown>;
  readonly denied?: string;
  readonly screen?: Partial<Extract<ScreenDocument, { readonly kind: "list" }>>;
  /** Of the transition 审核. */
  readonly guards?: readonly { readonly expr: string; readonly field?: string; readonly message: string }[];
  /** Permission rows that exist; none is the person's. */
  readonly allAuth?: ConsoleServices["permissions"]["allAuth"];
  answer?(request: RequestOptions): Promise<unknown>;
  asked?(question: string): void;
}

function createActions(options: ActionOptions = {}) {
  const calls: RequestOptions[] = [];
  const notices: string[] = [];
  const services = {
    request: (request: RequestOptions) => {
      if (request.url.endsWith("/list") || request.url.endsWith("/totals")) return options.rows ?? Promise.resolve([]);
      calls.push(request);
      return options.answer?.(request) ?? Promise.resolve(null);
    },
    download: async (request: RequestOptions) => {
      calls.push(request);
      return { blob: new Blob(["x"]), fileName: "x" };
    },
    notify: (level: string, text: string) => notices.push(`${level}: ${text}`),
    confirm: async ({ content = "" }) => {
      options.asked?.(content);
      return true;
    },
    user: { id: "u", username: "u", realname: "u", orgCode: "", roles: [] },
    hasPermission: (code: string) => code !== options.denied,
    permissions: { auth: [], allAuth: options.allAuth ?? [] },
  } as unknown as ConsoleServices;
  const screen = { schemaVersion: 1, kind: "list", id: "test/shop", model: "test/shop", ...options.screen } as const;
  const models = new Map(fixtureModels());
  const shop = models.get("test/shop");
  const approve = shop?.states?.transitions.approve;
  if (shop?.states && approve && options.guards) {
    const transitions = { ...shop.states.transitions, approve: { ...approve, guards: options.guards } };
    models.set("test/shop", { ...shop, states: { ...shop.states, transitions } } as typeof shop);
  }
  const plan = compileScreen(screen, models);
  if (plan.kind !== "list") throw new Error("not a list");
  const store = new ListStore(plan, services, memoryAddress());
  const actions = new ListActions(store, new DictionaryCache(services), {
    texts: {
      deleteTitle: "确认删除",
      deleteContent: "",
      deleteMatching: (count) => `删除全部 ${count} 条`,
      tooMany: (limit) => `最多 ${limit} 行`,
      deleteOk: () => "删除",
      selectOne: "请选择一条记录！",
      generated: () => "",
      exportFailed: "文件下载失败",
    },
    save: () => undefined,
    openImport: () => undefined,
    openRecycleBin: () => undefined,
    shownColumns: () => [],
    print: () => undefined,
  });
  const buttonOf = (key: string): ButtonPlan => {
    const button = [...plan.toolbar, ...plan.rowActions.items].find((each) => each.key === key);
    if (!button) throw new Error(`no button ${key}`);
    return button;
  };
  return { actions, store, calls, notices, buttonOf };
}

test("a button that runs is not run again", async () => {
  let finish = (_result: unknown) => {};
  const answer = new Promise((resolve) => {
    finish = resolve;
  });
  const { actions, calls, buttonOf, store } = createActions({ answer: () => answer });
  const first = actions.press(buttonOf("approve"), row);
  vi.setSystemTime(1_005_000);
  await actions.press(buttonOf("approve"), row);
  expect([...store.busy]).toEqual(["approve:s1"]);
  finish(null);
  await first;
  expect(calls).toHaveLength(1);
  expect([...store.busy]).toEqual([]);
});

test("what a button fills in is worked out when it is pressed; what gives nothing is left to the field's default", async () => {
  const values = { kind: "2", phone: "{{ query.departId }}" };
  const { actions, store, buttonOf } = createActions({ screen: { toolbar: [{ preset: "add", values }] } });
  await actions.press(buttonOf("add"));
  expect(store.views.at(-1)?.values).toEqual({ kind: "2" });
  await store.setSide({ departId: "13800000000" });
  vi.setSystemTime(1_005_000);
  await actions.press(buttonOf("add"));
  expect(store.views.at(-1)?.values).toEqual({ kind: "2", phone: "13800000000" });
});

test("TBL-19 two presses within 300 ms are one, a later one is a new one", async () => {
  const { actions, calls, buttonOf } = createActions();
  await actions.press(buttonOf("approve"), row);
  vi.setSystemTime(1_000_299);
  await actions.press(buttonOf("approve"), row);
  expect(calls).toHaveLength(1);
  vi.setSystemTime(1_000_600);
  await actions.press(buttonOf("approve"), row);
  expect(calls).toHaveLength(2);
});

test("a permission that was taken away meanwhile stops the press", async () => {
  const { actions, calls, buttonOf } = createActions({ denied: "test:shop:approve" });
  await actions.press(buttonOf("approve"), row);
  expect(calls).toEqual([]);
});

test("deleting many without a selection says what to do", async () => {
  const { actions, calls, notices, buttonOf } = createActions();
  await actions.press(buttonOf("deleteBatch"));
  expect([notices, calls]).toEqual([["warning: 请选择一条记录！"], []]);
});

test("several rows move on in one call with their ids", async () => {
  const { actions, calls, store } = createActions();
  store.toggleRow(row);
  store.toggleRow({ id: "s2" });
  await actions.transitionChosen("approve", undefined, {});
  expect(calls.map(({ url, data }) => [url, data])).toEqual([["/test/shop/approveBatch", { ids: ["s1", "s2"] }]]);
  expect(store.selected.size).toBe(0);
});

test("everything that matches goes in one call, with the conditions and the number that was seen", async () => {
  const { actions, calls, store, buttonOf } = createActions();
  store.applied = { name: "江" };
  store.total = 12;
  store.selectMatching();
  store.selected = new Map([["s1", row]]);
  await actions.press(buttonOf("deleteBatch"));
  expect(calls.map(({ method, url, params }) => [method, url, params])).toEqual([
    ["DELETE", "/test/shop/deleteBatch", { name: "*江*", allMatching: 12 }],
  ]);
  store.total = 12;
  store.selectMatching();
  await actions.transitionChosen("approve", undefined, { remark: "好" });
  expect(calls.at(-1)).toMatchObject({
    url: "/test/shop/approveBatch",
    data: { allMatching: 12, query: { name: "*江*" }, remark: "好" },
  });
});

test("more than one call takes is said before anything is asked", async () => {
  const { actions, calls, notices, store, buttonOf } = createActions();
  store.total = 1001;
  store.selectMatching();
  store.selected = new Map([["s1", row]]);
  await actions.press(buttonOf("deleteBatch"));
  expect([notices, calls]).toEqual([["warning: 最多 1000 行"], []]);
});

test("somebody else was faster: a warning, and the list as it is now", async () => {
  const conflict = new RequestError("数据已被他人修改", 409, undefined);
  const { actions, notices, buttonOf, store } = createActions({ answer: () => Promise.reject(conflict) });
  const load = vi.spyOn(store, "load");
  await actions.press(buttonOf("approve"), row);
  expect(notices).toEqual(["warning: 数据已被他人修改"]);
  expect(load).toHaveBeenCalledTimes(1);
});

test("PRM-04 a toolbar and the actions of a row leave out what permission rows hide", async () => {
  const allAuth = [{ action: "test:shop:export,test:shop:approve,test:shop:detail", type: "1", status: "1" }];
  const { actions, store, calls, buttonOf } = createActions({ allAuth });
  const keys = (buttons: readonly ButtonPlan[]) => buttons.map(({ key }) => key);
  expect(keys(actions.shown(store.plan.toolbar))).toEqual(["add", "import", "deleteBatch"]);
  expect(keys(actions.shown(store.plan.rowActions.items, row))).toEqual(["edit", "reject", "delete"]);
  await actions.press(buttonOf("approve"), row);
  expect(calls).toEqual([]);
});

test("an export button offers the formats it names, the first one at once, and brings the fields it names", async () => {
  const toolbar = [{ preset: "export", formats: ["csv", "xls"], fields: ["name", "status"] }] as const;
  const { actions, store, calls, buttonOf } = createActions({ screen: { toolbar } });
  store.total = 1;
  expect(exportFormats(store, buttonOf("export"))).toEqual(["csv", "xls"]);
  await actions.press(buttonOf("export"));
  expect(calls[0]?.params).toMatchObject({ format: "csv", exportFields: "name,status" });
  expect(calls[0]?.params).not.toHaveProperty("exportGroups");
});

test("an export pressed before the rows are there waits for them", async () => {
  const toolbar = [{ preset: "export", fields: ["name"] }] as const;
  let answer = (_rows: unknown) => {};
  const rows = new Promise((resolve) => {
    answer = resolve;
  });
  const { actions, store, calls, notices, buttonOf } = createActions({ screen: { toolbar }, rows });
  const pressed = actions.press(buttonOf("export"));
  const load = store.load();
  expect([calls, notices]).toEqual([[], []]);
  answer({ records: [{ id: "s1" }], total: 1 });
  await Promise.all([load, pressed]);
  expect(calls.map(({ url }) => url)).toEqual(["/test/shop/exportXls"]);
  expect(notices).toEqual([]);
});

test("an export says what stands above its columns on the screen", async () => {
  const toolbar = [{ preset: "export", fields: ["name", "price", "count"] }] as const;
  const columns = ["name", { field: "price", groupHeader: "金额" }, { field: "amount", groupHeader: "金额" }];
  const { actions, store, calls, buttonOf } = createActions({ screen: { toolbar, table: { columns } } });
  store.total = 1;
  await actions.press(buttonOf("export"));
  expect(calls[0]?.params).toMatchObject({ exportFields: "name,price,count", exportGroups: '{"price":"金额"}' });
});

test("a question that needs facts of the rows reads them first", async () => {
  const questions: string[] = [];
  const { actions, calls, buttonOf } = createActions({
    screen: {
      rowActions: {
        items: [{ preset: "delete", confirmWith: "/test/shop/uses", confirm: "用在 {{ result.count }} 处" }],
      },
    },
    answer: async ({ url }) => (url === "/test/shop/uses" ? { count: 3 } : null),
    asked: (question) => questions.push(question),
  });
  await actions.press(buttonOf("delete"), row);
  expect(questions).toEqual(["用在 3 处"]);
  expect(calls.map(({ method, url, params }) => [method, url, params])).toEqual([
    ["GET", "/test/shop/uses", { id: "s1" }],
    ["DELETE", "/test/shop/delete", { id: "s1" }],
  ]);
});

const reasonOf = (guards: ActionOptions["guards"], values: object) => {
  const { actions } = createActions({ ...(guards ? { guards } : {}) });
  return actions.ofRow({ ...row, ...values }).find(({ key }) => key === "approve")?.reason;
};

test("a guard over the row closes its button with its words before anything is asked", () => {
  const guards = [
    { expr: "{{ row.price > 0 }}", message: "请先定价" },
    { expr: "{{ row.kind }}", message: "请先选择类型" },
  ];
  expect(reasonOf(guards, { price: 0, kind: "1" })).toBe("请先定价");
  expect(reasonOf(guards, { price: 1, kind: null })).toBe("请先选择类型");
  expect(reasonOf(guards, { price: 1, kind: "1" })).toBeUndefined();
});

test.each([
  ["a field that the list was not sent", "{{ row.price > 0 }}", {}],
  ["what may be masked", "{{ row.phone == '' }}", { phone: "138" }],
  ["what is asked for", "{{ form.price > 0 }}", { price: 0 }],
  ["other rows", "{{ len(lower) > 0 }}", {}],
  ["the clock", "{{ row.createTime < now }}", { createTime: "2999-01-01 00:00:00" }],
  ["the person", "{{ row.createBy != user.username }}", { createBy: "u" }],
  ["rows below", "{{ len(row.lines) > 0 }}", { lines: [] }],
])("a guard over %s is left to the server", (_, expr, values) => {
  expect(reasonOf([{ expr, message: "不行" }], values)).toBeUndefined();
});

test("a guard that speaks at a field of the question is left to the server", () => {
  const guards = [{ expr: "{{ row.price > 0 }}", field: "price", message: "不行" }];
  expect(reasonOf(guards, { price: 0 })).toBeUndefined();
});
