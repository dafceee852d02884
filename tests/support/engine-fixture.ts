import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../../server/auth/caller.ts";
import type { Database } from "../../server/db/database.ts";
import { claimProcessNumber, createIdMaker } from "../../server/db/ids.ts";
import { migrate } from "../../server/db/migrate.ts";
import { applyModels } from "../../server/db/tables/apply-models.ts";
import { createBusinessClock } from "../../server/models/business-clock.ts";
import { createEngine } from "../../server/models/create-engine.ts";
import type { Engine } from "../../server/models/engine.ts";
import type { ModelHooks } from "../../server/models/hooks.ts";
import { administrator } from "./callers.ts";
import { type OpenTest, openTestDatabase, openUsualDatabase, type Preparation } from "./database.ts";
import { isProving } from "./prove.ts";
import { shopModels } from "./shop-models.ts";

/** The engine over a database of its own, with the little company of `shop-models.ts` in it. */
export interface EngineFixture {
  readonly engine: Engine;
  readonly db: Database;
  readonly admin: Caller;
  readonly notes: string[];
  /** Ids of the two shops (departments A01 and A02) and of three products. */
  readonly ids: Readonly<Record<"shopA" | "shopB" | "tea" | "cake" | "gone", string>>;
  /** An order of one line in a shop. */
  anOrder(shopId: string, values?: Row): Row;
  /** Adds one, by the administrator; in the first shop unless another is named. */
  addOrder(values?: Row, shopId?: string): Promise<Row>;
  /** The lines of an order, as the administrator reads them. */
  lines(order: Row): Promise<readonly Row[]>;
  /** Rows of a table as they lie in the database. */
  stored(table: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** What a call is refused with, for `toMatchObject`. */
export const refusal = (reason: string) => ({ errorName: "INVALID", details: { reason } });

export interface FixtureOptions {
  /** Default: on whichever engine is there and faster, see `openUsualDatabase`; when proving, on the embedded one. */
  readonly open?: OpenTest;
  readonly hooks?: Readonly<Record<string, ModelHooks>>;
  readonly clock?: () => string;
  readonly models?: ReadonlyMap<string, ResolvedModel>;
  /** Default that of the database. */
  readonly queryBudget?: number;
}

export async function openEngine(options: FixtureOptions = {}): Promise<EngineFixture> {
  const models = options.models ?? shopModels();
  const tables: Preparation = {
    name: "shop-tables",
    prepare: async (empty) => {
      await migrate(empty);
      await applyModels(empty, models.values());
    },
  };
  const open = options.open ?? (isProving ? openTestDatabase : openUsualDatabase);
  const db = await open({}, options.models ? undefined : tables);
  if (options.models) await tables.prepare(db);
  const notes: string[] = [];
  const engine = await createEngine({
    database: db,
    models,
    hooks: new Map(Object.entries(options.hooks ?? {})),
    newId: createIdMaker(await claimProcessNumber(db.kysely)),
    clock: options.clock ?? createBusinessClock("Asia/Shanghai"),
    timeZone: "Asia/Shanghai",
    note: (event) => notes.push(event),
    queryBudget: options.queryBudget,
  });
  const ids = await fillCompany(engine);
  const anOrder: EngineFixture["anOrder"] = (shopId, values = {}) => ({
    ...{ shopId, buyer: "王芳", details: [{ productId: ids.tea, qty: 2 }] },
    ...values,
  });
  return {
    engine,
    db,
    notes,
    ids,
    admin: administrator,
    anOrder,
    addOrder: (values, shopId = ids.shopA) => engine.add("test/order", anOrder(shopId, values), administrator),
    lines: (order) => engine.listByMainId("test/order-detail", String(order.id), administrator),
    stored: async (table) => (await sql<Row>`select * from ${sql.table(table)} order by id`.execute(db.kysely)).rows,
    close: () => db.close(),
  };
}

async function fillCompany(engine: Engine): Promise<EngineFixture["ids"]> {
  const add = async (model: string, body: Row) => String((await engine.add(model, body, administrator)).id);
  await add("system/fill-rule", {
    ruleCode: "test_order_no",
    ruleName: "订单编号",
    ruleClass: "serial",
    ruleParams: { pattern: "SO{yyMMdd}{0000}", reset: "day" },
  });
  const items = (...pairs: [string, string][]) => pairs.map(([itemValue, itemText]) => ({ itemValue, itemText }));
  await add("system/dict", {
    dictCode: "test_pay",
    dictName: "支付方式",
    items: items(["cash", "现金"], ["card", "银行卡"]),
  });
  await add("system/dict", {
    dictCode: "test_status",
    dictName: "订单状态",
    items: items(["0", "待审核"], ["1", "待服务"], ["2", "已完成"], ["9", "已取消"]),
  });
  return {
    shopA: await add("test/shop", { name: "文三路店", departCode: "A01", serviceRate: 10 }),
    shopB: await add("test/shop", { name: "解放路店", departCode: "A02" }),
    tea: await add("test/product", { name: "龙井", price: 35.8, stock: 10 }),
    cake: await add("test/product", { name: "绿豆糕", price: 12.05, stock: 5 }),
    gone: await add("test/product", { name: "停售", price: 1, stock: 5, status: "0" }),
  };
}
