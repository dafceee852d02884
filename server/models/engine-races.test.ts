import { sql } from "kysely";
import { expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { aCaller } from "../../tests/support/callers.ts";
import { forOneEngine } from "../../tests/support/database.ts";
import { openEngine } from "../../tests/support/engine-fixture.ts";
import { proveCount } from "../../tests/support/prove.ts";
import { shopModels } from "../../tests/support/shop-models.ts";
import { until } from "../../tests/support/until.ts";
import { AppError } from "../http/errors.ts";
import type { Work } from "./engine-parts.ts";
import { raiseCounter } from "./serial-counter.ts";

// The embedded engine does one transaction after the other: the other one is where many meet.
forOneEngine("many at once", (open, engineName) => {
  it("100 editors of one row: one wins each round, every loser is told, no update is lost", async () => {
    const { engine, admin, ids, stored, close } = await openEngine({ open });
    const { version } = await engine.queryById("test/product", ids.tea, admin);
    const edits = Array.from({ length: 100 }, (_, index) =>
      engine
        .edit("test/product", { id: ids.tea, version, stock: 1000 + index }, admin)
        .catch((error: unknown) => error),
    );
    const answers = await Promise.all(edits);
    const losers = answers.filter((answer) => answer instanceof AppError);
    expect(losers).toHaveLength(99);
    expect(losers.every((error) => error.errorName === "CONFLICT")).toBe(true);
    const [winner] = answers.filter((answer) => !(answer instanceof Error)) as { stock: number }[];
    const row = (await stored("test_product")).find((one) => one.id === ids.tea);
    expect(row).toMatchObject({ stock: String(winner?.stock), version: 2 });
    await close();
  });

  const orderCount = proveCount(12, 60);
  it(`${orderCount} posts onto one row add up`, async () => {
    const { engine, admin, ids, anOrder, close } = await openEngine({ open });
    const { id } = await engine.add("test/product", { name: "库存", price: 1, stock: orderCount - 2 }, admin);
    const orders = await Promise.all(
      Array.from({ length: orderCount }, () =>
        engine.add("test/order", anOrder(ids.shopA, { details: [{ productId: id, qty: 1 }] }), admin),
      ),
    );
    const answers = await Promise.allSettled(
      orders.map((order) => engine.transition("test/order", "audit", { id: order.id, version: 1 }, admin)),
    );
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(orderCount - 2);
    expect(await engine.queryById("test/product", String(id), admin)).toMatchObject({ stock: 0 });
    expect(await engine.queryById("test/shop", ids.shopA, admin)).toMatchObject({ orderCount });
    await close();
  });

  it("20 repeats of one key make one row and answer the same; another user's key is their own", async () => {
    const { engine, admin, stored, close } = await openEngine({ open });
    const other = aCaller({ userId: "2", username: "other" });
    const body = { name: "一次", price: 1 };
    const add = (caller = admin) => engine.add("test/product", body, caller, { idempotencyKey: "key-1" });
    const answers = await Promise.all(Array.from({ length: 20 }, () => add()));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await add(other);
    expect((await stored("test_product")).filter((row) => row.name === "一次")).toHaveLength(2);
    await expect(engine.add("test/product", body, admin, { idempotencyKey: "k".repeat(65) })).rejects.toMatchObject({
      details: { reason: "幂等键最长 64 个字符" },
    });
    await close();
  });

  it("a refused call leaves its key free", async () => {
    const { engine, admin, close } = await openEngine({ open });
    const options = { idempotencyKey: "key-2" };
    await expect(engine.add("test/product", { name: "缺价" }, admin, options)).rejects.toMatchObject({
      errorName: "INVALID",
    });
    expect(await engine.add("test/product", { name: "有价", price: 1 }, admin, options)).toMatchObject({
      name: "有价",
    });
    await close();
  });

  const each = proveCount(3, 10);
  it(`20 writers get ${20 * each} serial numbers without a double, which start again the next day`, async () => {
    let now = "2026-03-01 23:59:58";
    const { engine, admin, ids, anOrder, close } = await openEngine({ open, clock: () => now });
    const writer = async () => {
      const numbers: unknown[] = [];
      for (let count = 0; count < each; count += 1) {
        numbers.push((await engine.add("test/order", anOrder(ids.shopA), admin)).orderNo);
      }
      return numbers;
    };
    const numbers = (await Promise.all(Array.from({ length: 20 }, writer))).flat().sort();
    expect(new Set(numbers).size).toBe(20 * each);
    expect([numbers[0], numbers.at(-1)]).toEqual(["SO2603010001", `SO260301${String(20 * each).padStart(4, "0")}`]);
    now = "2026-03-02 00:00:01";
    expect((await engine.add("test/order", anOrder(ids.shopA), admin)).orderNo).toBe("SO2603020001");
    await close();
  });

  it("a writer who waits keeps nobody from a number; one who joined a transaction holds it, and the next goes on after it", async () => {
    const { engine, db, admin, ids, anOrder, close } = await openEngine({ open, clock: () => "2026-03-01 10:00:00" });
    const isServer = engineName === "postgres";
    const waiters = async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely);
      return rows.length;
    };
    let waiting: Promise<Row> | undefined;
    await db.transaction(async (trx) => {
      // The embedded engine does one transaction after the other.
      if (isServer) await sql`lock table test_order in share mode`.execute(trx);
      waiting = engine.add("test/order", anOrder(ids.shopA), admin);
      if (!isServer) return;
      await until(async () => expect(await waiters()).toBe(1));
      const { rows } = await sql<{ value: string }>`select value from engine_counter where period = '2026-03-01'
        for update nowait`.execute(trx);
      expect(rows).toEqual([{ value: "1" }]);
    });
    const first = await waiting;
    expect(first?.orderNo).toBe("SO2603010001");
    let after: Promise<Row> | undefined;
    const held = await db.transaction(async (trx) => {
      const row = await engine.add("test/order", anOrder(ids.shopA), admin, { trx });
      after = engine.add("test/order", anOrder(ids.shopB), admin);
      if (isServer) await until(async () => expect(await waiters()).toBe(1));
      return row;
    });
    const numbers = [held.orderNo, (await after)?.orderNo].map((number) => Number(String(number).slice(-4)));
    expect(Number(numbers[1])).toBeGreaterThan(Number(numbers[0]));
    await close();
  });

  it("of two that want one row the later one writes the later moment, there and in what its state brings with it", async () => {
    const models = new Map(shopModels());
    const order = models.get("test/order");
    if (!order?.states) throw new Error("no order");
    const { complete, ...others } = order.states.transitions;
    const values = { orderId: "{{ row.id }}", amount: 0, note: "{{ now }}" };
    const forEach = { model: "test/shop", where: { id: "{{ row.shopId }}" } };
    const post = [{ type: "insert", model: "test/refund", forEach, values }] as const;
    const transitions = { ...others, complete: { ...complete, post } } as typeof order.states.transitions;
    models.set("test/order", { ...order, states: { ...order.states, transitions } });
    let now = "2026-03-01 10:00:00";
    const { engine, db, admin, ids, anOrder, stored, close } = await openEngine({ open, models, clock: () => now });
    const waiters = async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely);
      return rows.length;
    };
    /** What the call makes of a row that others hold until five seconds after it began. */
    const afterOthers = async (model: string, id: unknown, changes: Row, call: () => Promise<Row>) => {
      now = "2026-03-01 10:00:00";
      const waiting = await db.transaction(async (trx) => {
        await engine.edit(model, { id, ...changes }, admin, { trx });
        const calling = call();
        // The embedded engine does one transaction after the other.
        if (engineName === "postgres") await until(async () => expect(await waiters()).toBe(1));
        now = "2026-03-01 10:00:05";
        return { calling };
      });
      return waiting.calling;
    };
    const late = "2026-03-01 10:00:05";
    const add = () => engine.add("test/order", anOrder(ids.shopA), admin);
    const move = (row: Row, key: string) => engine.transition("test/order", key, { id: row.id }, admin);

    const first = await add();
    const edit = () => engine.edit("test/order", { id: first.id, remark: "二" }, admin);
    expect(await afterOthers("test/order", first.id, { remark: "一" }, edit)).toMatchObject({ updateTime: late });
    await afterOthers("test/product", ids.tea, { stock: 900 }, () => move(first, "audit"));
    expect(await engine.queryById("test/product", ids.tea, admin)).toMatchObject({ updateTime: late });
    expect(await afterOthers("test/order", first.id, { remark: "三" }, () => move(first, "complete"))).toMatchObject({
      finishTime: late,
      updateTime: late,
    });

    const second = await add();
    await move(second, "audit");
    await afterOthers("test/shop", ids.shopA, { name: "改名店" }, () => move(second, "complete"));
    const refunds = (await stored("test_refund")).filter(({ order_id: of }) => of === second.id);
    expect(refunds.map(({ note }) => note)).toEqual([late]);
    await close();
  });

  it("a counter that was never used starts after the numbers in use", async () => {
    const { engine, db, admin, ids, anOrder, close } = await openEngine({ open, clock: () => "2026-03-01 10:00:00" });
    const order = await engine.add("test/order", anOrder(ids.shopA), admin);
    await db.kysely.updateTable("test_order").set({ order_no: "SO2603010041" }).where("id", "=", order.id).execute();
    await db.kysely.deleteFrom("engine_counter").execute();
    expect((await engine.add("test/order", anOrder(ids.shopA), admin)).orderNo).toBe("SO2603010042");
    await close();
  });

  it("two writers of one unique value: one is stored, the other is told", async () => {
    const { engine, admin, close } = await openEngine({ open });
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => engine.add("test/shop", { name: "同名店", departCode: "A01" }, admin)),
    );
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
    expect((await engine.list("test/shop", { name: "同名店" }, admin)).total).toBe(1);
    await close();
  });

  if (engineName === "embedded") return;

  it("a counter that somebody holds for long is waited for in the transaction, which then raises it itself", async () => {
    const { db, admin, close } = await openEngine({ open });
    const serial = { name: "held", period: "", before: "", after: "", width: 4, count: 1 };
    /** Statements beside the transaction. */
    let raises = 0;
    const beside = db.beside?.withPlugin({
      transformQuery: ({ node }) => {
        raises += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const raising = (trx: Work["trx"]) =>
      raiseCounter({ trx, beside, caller: admin, touched: new Map() } as unknown as Work, serial, undefined);
    await db.transaction(raising);
    const waiters = async () => {
      const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely);
      return rows.map(({ pid }) => pid);
    };
    let raised: Promise<readonly bigint[]> | undefined;
    await db.transaction(async (holder) => {
      await sql`select 1 from engine_counter where name = 'held' for update`.execute(holder);
      let own = 0;
      raised = db.transaction(async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        own = Number(rows[0]?.pid);
        return [await raising(trx), await raising(trx), await raising(trx)];
      });
      await until(async () => expect(await waiters()).toEqual([own]));
    });
    expect(await raised).toEqual([2n, 3n, 4n]);
    // The first number, and the try that was given up: none waits for its own transaction.
    expect(raises).toBe(2);
    expect(await db.transaction(raising)).toBe(5n);
    expect(raises).toBe(3);
    await close();
  });
});
