import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "./test-server.ts";

export type Row = Readonly<Record<string, unknown>>;
export type Known = Row & { readonly id: string };
export type Person = Omit<TestClient, "token">;

type Query = Readonly<Record<string, string>>;

export interface Page<Item> {
  readonly records: readonly Item[];
  readonly total: number;
}

export interface Order {
  readonly id: string;
  readonly status: string;
  readonly memberId: string;
  readonly payAmount: number;
  readonly pointRate: number;
  readonly pointsSent: number;
  readonly commission: number;
  readonly refundAmount: number;
  readonly serviceFee: number;
  readonly serviceRate: number;
  readonly settleAmount: number;
  readonly settleFlag: string;
}

/** A day of the company's calendar; its rows end today. */
export const day = (daysAgo: number) =>
  new Date(Date.now() + 8 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** An amount in yuan with whole cents: 4.35 + 0.01 is 4.359999999999999. */
export const yuan = (amount: number) => Math.round(amount * 100) / 100;

/** The message of an action that was done. */
export const done = expect.stringMatching(/成功/);

/** What an answer complains about, by field. */
export const errorsOf = ({ result }: { readonly result: unknown }) =>
  (result as { readonly fieldErrors?: Row } | null)?.fieldErrors;

/** Lets what is not settled fall due, whatever day it is: in the first days of a month, all that is due may be settled already. */
export async function letFallDue({ db }: TestServer): Promise<void> {
  await sql`update store_order set finish_time = finish_time - interval '90 days' where settle_flag = '0'
    and id not in (select order_id from fomo_record where order_id is not null)`.execute(db.kysely);
  await sql`update salesman_business set biz_date = biz_date - 90 where status = '1'`.execute(db.kysely);
}

/** The demo company behind a server of the calling test file: opened before its first case, closed after its last. */
export function openBusiness() {
  let opened: TestServer;
  beforeAll(async () => {
    opened = await createTestServer({ seed: "demo" });
  });
  afterAll(() => opened.close());

  /** Somebody who signs in with their first call. */
  const person = (username: string): Person => {
    const signedIn = () => opened.as(username);
    return {
      get: async (url, options) => (await signedIn()).get(url, options),
      post: async (url, body, options) => (await signedIn()).post(url, body, options),
      put: async (url, body, options) => (await signedIn()).put(url, body, options),
      patch: async (url, body, options) => (await signedIn()).patch(url, body, options),
      delete: async (url, options) => (await signedIn()).delete(url, options),
    };
  };
  const [admin, operator] = [person("admin"), person("operator")];
  const execute = <Result>(query: RawBuilder<Result>) => query.execute(opened.db.kysely);

  const listed = async <Item = Known>(url: string, query: Query = {}): Promise<readonly Item[]> =>
    (await admin.get<Page<Item>>(`${url}/list`, { query: { pageSize: "500", ...query } })).result.records;
  const first = async <Item = Known>(url: string, query: Query = {}): Promise<Item> => {
    const [row] = await listed<Item>(url, { pageSize: "1", ...query });
    if (!row) throw new Error(`${url} has no such row`);
    return row;
  };
  const read = async <Item = Known>(url: string, id: unknown): Promise<Item> =>
    (await admin.get<Item>(`${url}/queryById`, { query: { id: String(id) } })).result;
  /** Makes a row hold values, past every rule. */
  const change = (table: string, id: unknown, values: Row) =>
    execute(
      sql`update ${sql.table(table)} set ${sql.join(
        Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
      )} where id = ${id}`,
    );

  let mobile = 17_733_000_000;
  const addMember = async (more: Row = {}): Promise<Known> => {
    mobile += 1;
    const body = { realname: "试会员", mobile: String(mobile), registerSource: "2", ...more };
    const { result, message } = await operator.post<Known>("/member/member/add", body);
    expect(message).toEqual(done);
    return result;
  };
  /** A new order of one product at a price, from a store that pays 8 % for the service. */
  const addOrder = async (memberId: string, price: number): Promise<Order> => {
    const product = await first("/product/product", { status: "1", productType: "1" });
    const store = await first("/store/store", { status: "1" });
    await change("product", product.id, { store_id: null, price, discountable: "N" });
    await change("store", store.id, { service_rate: 8 });
    const details = [{ productId: product.id, qty: 1 }];
    const body = { storeId: store.id, memberId, payType: "wechat", details };
    return (await operator.post<Order>("/store/storeOrder/add", body)).result;
  };
  const readOrder = (id: unknown) => read<Order>("/store/storeOrder", id);
  /** Takes a refund from its application to its passing. */
  const refund = async (orderId: string, amount: number) => {
    const asked = { id: orderId, applyAmount: amount, reasonCode: "1", reason: "没有服务" };
    expect((await operator.put("/store/storeOrder/applyRefund", asked)).message).toEqual(done);
    const { id } = await first("/settle/handleOrder", { orderId, status: "0" });
    await operator.put("/settle/handleOrder/accept", { id });
    const passed = await admin.put("/settle/handleOrder/pass", { id, handleAmount: amount, result: "同意" });
    expect(passed.message).toEqual(done);
  };
  /** The company with the most to settle, all of it due. */
  const companyToSettle = async (): Promise<Known> => {
    await bringForward();
    const companies = await listed("/store/storeCompany", { status: "1" });
    const [company] = [...companies].sort((one, other) => Number(other.unsettledAmount) - Number(one.unsettledAmount));
    if (!company) throw new Error("no company is active");
    return company;
  };
  const bringForward = () => letFallDue(opened);

  return {
    /** From the first case on. */
    server: () => opened,
    ...{ person, admin, operator, settle: person("settle") },
    ...{ execute, listed, first, read, change },
    ...{ addMember, addOrder, readOrder, refund, companyToSettle, bringForward },
  };
}
