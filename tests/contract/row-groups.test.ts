import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import { memoryAddress } from "../../runtime/react/address-bar.ts";
import { ListStore } from "../../runtime/react/list-store.ts";
import type { ConsoleServices, RequestOptions } from "../../runtime/react/services.ts";
import type { ModelDocument, ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** The shipped list of orders under groups, over the real server. */
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
});
afterAll(() => server.close());

interface Answered {
  readonly screen: ScreenDocument;
  readonly models: Readonly<Record<string, ModelDocument>>;
}

async function openOrders(client: TestClient, search: string) {
  const { result } = await client.get<Answered>("/lowcode/screens/store/store-order");
  const models = new Map(Object.values(result.models).map((model) => [model.id, resolveModel(model, () => "name")]));
  const plan = compileScreen(result.screen, models);
  if (plan.kind !== "list") throw new Error("not a list");
  const { result: rights } = await client.get<Pick<ConsoleServices["permissions"], "auth" | "allAuth">>(
    "/sys/permission/getUserPermissionByToken",
  );
  const ask = async ({ method, url, params, data }: RequestOptions) => {
    const query = Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]));
    const answer = method === "POST" ? await client.post(url, data) : await client.get(url, { query });
    if (!answer.success) throw new Error(`${url}: ${answer.message}`);
    return answer;
  };
  const own = new Set((rights.auth as readonly { readonly action?: string }[]).map(({ action }) => action));
  const services = {
    request: async (request: RequestOptions) => (await ask(request)).result,
    send: ask,
    notify: (_level: string, text: string) => {
      throw new Error(text);
    },
    hasPermission: (code: string) => own.has(code),
    permissions: rights,
    user: { id: "1", username: "clerk", realname: "", orgCode: "", roles: [] },
  } as unknown as ConsoleServices;
  const store = new ListStore(plan, services, memoryAddress(search), {});
  await store.load();
  return store;
}

const groupsOf = (store: ListStore, depth: number) =>
  (store.grouped ?? []).filter((each) => each.node?.kind === "group" && each.depth === depth);
const inCents = (value: unknown) => Math.round(Number(value ?? 0) * 100);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

it("groups add up to what the clerk may see, and each group to its rows; conditions of the list hold in them", async () => {
  const client = await server.as("clerk");
  const store = await openOrders(client, "?group=status,payType&q.payAmount=%5B%221%22%2C%22%22%5D");
  const { result } = await client.get<{ records: Record<string, unknown>[]; total: number }>("/store/storeOrder/list", {
    query: { pageSize: "1000", payAmount_begin: "1" },
  });
  expect(store.total).toBe(result.total);
  const tops = groupsOf(store, 0);
  expect(tops.length).toBeGreaterThan(1);
  expect(sum(tops.map(({ row }) => inCents(row.payAmount)))).toBe(
    sum(result.records.map((row) => inCents(row.payAmount))),
  );
  // The clerk may not see service fees: they are left out, the other sums stay.
  expect(Object.keys(tops[0]?.row ?? {})).toEqual(["amount", "payAmount", "refundAmount"]);

  const [top] = tops;
  if (top?.node?.kind !== "group") throw new Error("no group");
  await store.pressGroup(top.node);
  const inner = groupsOf(store, 1);
  expect(sum(inner.map(({ node }) => node?.count ?? 0))).toBe(top.node.count);
  for (const { node } of inner) if (node) await store.pressGroup(node);
  expect(store.rows).toHaveLength(top.node.count);
  expect(new Set(store.rows.map(({ status }) => status))).toEqual(new Set([top.node.value]));
  expect(sum(store.rows.map((row) => inCents(row.payAmount)))).toBe(inCents(top.row.payAmount));
  await store.load();
  expect(store.rows).toHaveLength(top.node.count);
});

it("rows without a value are a group of their own, which opens to just them", async () => {
  const { rows } = await sql<{ id: string }>`update store_order set pay_type = null
    where id in (select id from store_order order by id limit 3) returning id`.execute(server.db.kysely);
  const store = await openOrders(await server.as("admin"), "?group=payType");
  const blank = groupsOf(store, 0).find(({ node }) => node?.kind === "group" && node.value === null);
  if (!blank?.node) throw new Error("no group of orders that are not paid");
  await store.pressGroup(blank.node);
  expect(store.rows.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
});
