import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { day, type Row } from "../support/business.ts";
import { forOneEngine } from "../support/database.ts";
import { isProving, proveCount, proveSeed } from "../support/prove.ts";
import { seededPick } from "../support/seeded-pick.ts";
import { type Answer, createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { uploadFile } from "../support/upload-file.ts";
import { invariants } from "./sample-invariants.ts";

type Answers = (row: Row, person: TestClient) => Row | Promise<Row>;

const steps = proveCount(40, 100_000);
const stepsBetweenLooks = proveCount(40, 2_000);

/** Orders, refunds, corrections, settlements, transfers, points: any people, any order of presses, some at once. */
forOneEngine("random histories of money", (open, engine) => {
  let server: TestServer;
  let people: readonly TestClient[];
  const below = seededPick(proveSeed + (engine === "embedded" ? 0 : 1));
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

  beforeAll(async () => {
    server = await createTestServer({ seed: "demo", open });
    const names = ["admin", "admin", "operator", "settle"] as const;
    people = await Promise.all(names.map((name) => server.as(name)));
  });
  afterAll(() => server.close());

  const ask = async (query: RawBuilder<unknown>) => (await query.execute(server.db.kysely)).rows as readonly Row[];
  /** One of the rows that a query finds, the same for the same seed. */
  const chosen = async (query: RawBuilder<unknown>): Promise<Row | undefined> => {
    const rows = await ask(query);
    return rows.length > 0 ? one(rows) : undefined;
  };
  const inState = (table: string, ...states: readonly string[]) =>
    chosen(sql`select * from ${sql.table(table)} where status in (${sql.join([...states])}) order by id desc limit 40`);

  const press =
    (table: string, base: string, action: string, states: readonly string[], answers: Answers = () => ({})) =>
    async (person: TestClient): Promise<Answer | undefined> => {
      const row = await inState(table, ...states);
      return row && person.put(`${base}/${action}`, { id: row.id, ...(await answers(row, person)) });
    };
  const order = (action: string, states: readonly string[], answers?: Answers) =>
    press("store_order", "/store/storeOrder", action, states, answers);
  const handle = (action: string, states: readonly string[], answers?: Answers) =>
    press("handle_order", "/settle/handleOrder", action, states, answers);
  const settlement = (action: string, states: readonly string[], answers?: Answers) =>
    press("settle_record", "/settle/settleRecord", action, states, answers);
  const transfer = (action: string, states: readonly string[], answers?: Answers) =>
    press("transfer_record", "/settle/transferRecord", action, states, answers);
  const part = (amount: unknown) => Math.max(1, Math.round(Number(amount) * (below(10) + 1) * 10)) / 100;
  let serial = 0;
  let newcomers = 0;

  async function addOrder(person: TestClient) {
    const store = await chosen(sql`select * from store where status = '1' order by id limit 10`);
    const member = await chosen(sql`select * from member where status = '1' order by points desc, id limit 25`);
    const products =
      await ask(sql`select id from product where status = '1' and (store_id is null or store_id = ${store?.id})
      order by random() limit ${1 + below(3)}`);
    const points = below(3) === 0 ? Math.min(500, Math.floor(Number(member?.points ?? 0) / 100) * 100) : 0;
    return person.post("/store/storeOrder/add", {
      ...{ storeId: store?.id, memberId: member?.id, orderType: "1", payType: one(["wechat", "alipay"]) },
      ...{ pointsUsed: points, details: { rows: products.map(({ id }) => ({ productId: id, qty: 1 + below(4) })) } },
    });
  }

  async function generate(person: TestClient) {
    const ended = { settleType: one(["1", "1", "2", "3"]), periodEnd: day(1) };
    const preview = await person.post<{ count: number; amount: number } | null>(
      "/settle/settleRecord/generatePreview",
      ended,
    );
    if (!preview.success || !preview.result) return preview;
    const { count, amount } = preview.result;
    return person.post("/settle/settleRecord/generate", { ...ended, expected: { count, amount } });
  }

  /** A week later rewards may be paid. */
  async function letTimePass() {
    await sql`update member_promotion set status = '1' where status = '0'`.execute(server.db.kysely);
    return undefined;
  }

  const acts: Readonly<
    Record<string, readonly [weight: number, run: (person: TestClient) => Promise<Answer | undefined>]>
  > = {
    "place an order": [20, addOrder],
    audit: [16, order("audit", ["0"])],
    reject: [1, order("reject", ["0"], () => ({ cancelReason: "重复" }))],
    complete: [14, order("complete", ["1"])],
    cancel: [2, order("cancel", ["0", "1"], () => ({ cancelReason: "顾客取消" }))],
    reopen: [2, order("reopen", ["1"], () => ({ reason: "价格有误" }))],
    "ask for a refund": [
      9,
      order("applyRefund", ["1", "2"], (row) => ({
        applyAmount: Math.min(part(row.pay_amount), Number(row.pay_amount) - Number(row.refund_amount)),
        reasonCode: "1",
        reason: "服务不满意",
      })),
    ],
    accept: [9, handle("accept", ["0"])],
    "pass a refund": [
      9,
      handle("pass", ["1"], (row) =>
        row.handle_type === "1"
          ? { handleAmount: one([Number(row.apply_amount), part(row.apply_amount)]), result: "同意" }
          : { result: "同意" },
      ),
    ],
    "refuse a refund": [2, handle("refuse", ["1"], () => ({ result: "不符合条件" }))],
    withdraw: [1, handle("withdraw", ["0"])],
    "let time pass": [3, letTimePass],
    generate: [2, generate],
    submit: [5, settlement("submit", ["0", "8"])],
    "audit a settlement": [5, settlement("audit", ["1"])],
    "reject a settlement": [1, settlement("reject", ["1"], () => ({ auditRemark: "请核对" }))],
    void: [3, settlement("void", ["0", "1", "2", "8"])],
    "start a transfer": [5, transfer("start", ["0"])],
    "confirm a transfer": [
      6,
      transfer("confirm", ["1"], async (_row, person) => {
        serial += 1;
        const proof = await uploadFile(person, "contract");
        return { payTime: `${day(0)} 00:00:00`, bankSerialNo: `H${engine[0]}${serial}`, proof };
      }),
    ],
    "fail a transfer": [4, transfer("fail", ["1"], () => ({ failReason: "户名不符" }))],
    "try a transfer again": [3, transfer("retry", ["3"])],
    "cancel a transfer": [4, transfer("cancel", ["0"])],
    "split a transfer": [5, transfer("split", ["0"], (row) => ({ part: part(row.amount) }))],
    "take a line out": [
      1,
      async (person) => {
        const line =
          await chosen(sql`select l.id, l.settle_id from settle_order l join settle_record r on r.id = l.settle_id
            where r.status in ('0', '8') order by l.id desc limit 20`);
        return line && person.put("/settle/settleRecord/removeLine", { id: line.settle_id, lineId: line.id });
      },
    ],
    "register a member": [
      2,
      async (person) => {
        const leader = await chosen(sql`select id from member where status = '1' order by id desc limit 60`);
        newcomers += 1;
        const mobile = `139${engine === "embedded" ? 1 : 2}${String(newcomers).padStart(7, "0")}`;
        const row = { realname: "新会员", mobile, registerSource: "2", referrerId: below(4) === 0 ? null : leader?.id };
        return person.post("/member/member/add", row);
      },
    ],
    "change a referrer": [
      2,
      async (person) => {
        const member = await chosen(sql`select id from member where status = '1' order by id desc limit 60`);
        const leader = await chosen(
          sql`select id from member where status = '1' order by direct_count desc, id limit 40`,
        );
        return person.put("/member/member/changeReferrer", { id: member?.id, referrerId: leader?.id, reason: "换绑" });
      },
    ],
    "change a level": [
      1,
      async (person) => {
        const member = await chosen(sql`select id from member where status = '1' order by id desc limit 60`);
        const level = await chosen(sql`select id from member_level order by rank`);
        return person.put("/member/member/changeLevel", { id: member?.id, levelId: level?.id, reason: "补偿" });
      },
    ],
    "give points": [
      4,
      async (person) => {
        const member = await inState("member", "1");
        const row = { memberId: member?.id, pointType: "4", points: 50 + below(200), reason: "补偿" };
        return person.post("/settle/sendPointRecord/add", row);
      },
    ],
    "send points": [2, press("send_point_record", "/settle/sendPointRecord", "send", ["0"])],
    "take points back": [3, press("send_point_record", "/settle/sendPointRecord", "revoke", ["0"])],
    "sign in late": [
      1,
      async (person) => {
        const member = await inState("member", "1");
        return person.put("/member/member/makeUp", { id: member?.id, signDate: day(1 + below(6)), reason: "忘记" });
      },
    ],
  };
  const lots = Object.entries(acts).flatMap(([name, [weight]]) => Array.from({ length: weight }, () => name));

  async function broken(): Promise<readonly string[]> {
    const found = await Promise.all(
      invariants.map(async ({ id, statement, violations }) => {
        const rows = await ask(violations);
        return rows.length > 0 ? [`${id} ${statement}: ${JSON.stringify(rows.slice(0, 3))}`] : [];
      }),
    );
    return found.flat();
  }

  it("begins with every sum right", async () => {
    expect(await broken()).toEqual([]);
  });

  it(`ends with every sum right after ${steps} presses, a part of them at once`, async () => {
    const done = new Map<string, number>();
    const failed: string[] = [];
    const trail: string[] = [];
    for (let step = 0; step < steps; ) {
      const names = Array.from({ length: below(4) === 0 ? 3 : 1 }, () => one(lots));
      await Promise.all(
        names.map(async (name) => {
          const answer = await acts[name]?.[1](one(people));
          if (answer?.success) done.set(name, (done.get(name) ?? 0) + 1);
          if (answer && answer.status >= 500) failed.push(`${name}: ${answer.text}`);
          trail.push(`${name} ${answer?.success === true ? "ok" : (answer?.message ?? "-")}`);
        }),
      );
      const before = step;
      step += names.length;
      if (Math.floor(before / stepsBetweenLooks) === Math.floor(step / stepsBetweenLooks)) continue;
      const wrong = await broken();
      if (isProving) console.log(`${engine}: ${step} presses, ${wrong.length} sums wrong`);
      expect({ wrong, trail: wrong.length > 0 ? trail.slice(-stepsBetweenLooks) : [] }).toEqual({
        wrong: [],
        trail: [],
      });
    }
    expect(failed).toEqual([]);
    expect(await broken()).toEqual([]);
    // A history in which nothing goes through proves nothing; a whole run does each thing.
    expect(done.size).toBeGreaterThanOrEqual(proveCount(7, Object.keys(acts).length - 1));
  });
});
