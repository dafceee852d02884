import { describe, expect, it } from "vitest";
import { isCreditCode, isIdCard } from "../../../runtime/record/checksums.ts";
import { createDocumentStore } from "../../documents/load-documents.ts";
import type { StoredFillRule } from "./fill.ts";
import { luhnDigit } from "./likes.ts";
import { isMade, orderModels } from "./plan-load.ts";
import type { SampleRow } from "./pools.ts";
import { createSampleRun } from "./sample-run.ts";

const now = "2026-03-01 10:00:00";
const text = { type: "string", title: "文字" };
const money = { type: "money", title: "金额" };
const reference = (model: string) => ({ ...text, dict: { model } });

interface Model {
  readonly fields: object;
  readonly sample?: object;
  readonly [more: string]: unknown;
}

/** Rows of every model, in the order in which they were made. */
async function make(
  models: Readonly<Record<string, Model>>,
  options: {
    readonly seed?: number;
    readonly scale?: number;
    readonly fillRules?: readonly StoredFillRule[];
    readonly stored?: Readonly<Record<string, readonly SampleRow[]>>;
  } = {},
): Promise<Record<string, readonly SampleRow[]>> {
  const store = createDocumentStore(
    Object.entries(models).map(([id, model]) => ({
      path: `${id}.model.json`,
      text: JSON.stringify({
        schemaVersion: 1,
        id,
        title: "示例",
        table: id.replace("/", "_"),
        base: `/${id}`,
        permissionPrefix: id.replace("/", ":"),
        ...model,
      }),
    })),
  );
  expect(store.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const all = store.resolvedModels;
  const ordered = orderModels(all, new Set([...all.values()].filter((one) => isMade(one.sample)).map(({ id }) => id)));
  const stored = new Map(Object.entries(options.stored ?? {}));
  const settings = { seed: options.seed ?? 1, now, scale: options.scale ?? 1 };
  const run = createSampleRun(all, ordered, stored, options.fillRules ?? [], settings);
  const made: Record<string, SampleRow[]> = {};
  for (const model of ordered) {
    await run.makeModel(model, async (rows) => {
      for (const [id, list] of rows) made[id] = [...(made[id] ?? []), ...list];
    });
  }
  run.finish();
  return made;
}

const values = (rows: readonly SampleRow[] | undefined, name: string) => (rows ?? []).map((row) => row[name]);
const dates = { type: "dates", from: "-400d", to: "0d" };
const people = (sample: object = {}): Record<string, Model> => ({
  "shop/person": {
    fields: { name: text, at: { type: "datetime", title: "时间" } },
    sample: { count: 300, ...sample, fields: { createTime: dates, name: { type: "like", kind: "realname" } } },
  },
});

describe("made rows", () => {
  it("are the same for the same seed and moment, and others for another seed", async () => {
    const first = await make(people());
    expect(await make(people())).toEqual(first);
    expect(values((await make(people(), { seed: 2 }))["shop/person"], "name")).not.toEqual(
      values(first["shop/person"], "name"),
    );
  });

  it("do not change when another model appears", async () => {
    const alone = await make(people());
    const other = { "shop/other": { fields: { name: text }, sample: { count: 5 } } };
    expect((await make({ ...other, ...people() }))["shop/person"]).toEqual(alone["shop/person"]);
  });

  it("follow the scale", async () => {
    expect((await make(people(), { scale: 0.1 }))["shop/person"]).toHaveLength(30);
  });

  it("come in order of time, none later than the first start, ids ascending and distinct", async () => {
    const rows = (await make(people()))["shop/person"] ?? [];
    const times = values(rows, "createTime") as string[];
    expect(times).toEqual([...times].sort());
    expect(times.at(-1)?.localeCompare(now)).toBe(-1);
    const ids = values(rows, "id") as string[];
    expect(new Set(ids).size).toBe(300);
    expect(ids.every((id) => /^\d{19}$/.test(id))).toBe(true);
    expect(ids).toEqual([...ids].sort());
  });

  it("lie after the first start where a generator says so", async () => {
    const ends = (future: object) => ({ type: "dates", from: "createTime+1d", to: "createTime+900d", ...future });
    const fields = { early: { type: "datetime", title: "早" }, late: { type: "datetime", title: "晚" } };
    const sample = { count: 40, fields: { createTime: dates, early: ends({}), late: ends({ future: true }) } };
    const rows = (await make({ "shop/card": { fields, sample } }))["shop/card"] ?? [];
    const inFuture = (name: string) =>
      values(rows, name).filter((moment) => String(moment).slice(0, 10) > now.slice(0, 10)).length;
    expect([inFuture("early"), inFuture("late") > 5]).toEqual([0, true]);
  });

  it("carry consecutive serial numbers that start again each day", async () => {
    const rule = { code: "no", handler: "serial", params: { pattern: "A{yyMMdd}{000}", reset: "day" } };
    const fields = { no: { ...text, fill: { rule: "no" } } };
    const sample = { count: 40, fields: { createTime: { type: "dates", from: "-2d", to: "0d" } } };
    const rows = (await make({ "shop/bill": { fields, sample } }, { fillRules: [rule] }))["shop/bill"] ?? [];
    const counters = new Map<string, number>();
    for (const row of rows) {
      const day = String(row.createTime).slice(2, 10).replaceAll("-", "");
      counters.set(day, (counters.get(day) ?? 0) + 1);
      expect(row.no).toBe(`A${day}${String(counters.get(day)).padStart(3, "0")}`);
    }
    expect(counters.size).toBeGreaterThan(1);
  });

  it("hold numbers with right check digits", async () => {
    const like = (kind: string, more: object = {}) => ({ type: "like", kind, ...more });
    const rows =
      (
        await make({
          "shop/person": {
            fields: { id1: text, card: text, credit: text, mobile: { ...text, unique: true }, sex: text },
            sample: {
              count: 400,
              fields: {
                sex: { type: "weights", values: { "1": 1, "2": 1 } },
                id1: like("idCard", { sex: "sex" }),
                card: like("bankCard"),
                credit: like("creditCode"),
                mobile: like("mobile"),
              },
            },
          },
        })
      )["shop/person"] ?? [];
    for (const row of rows) {
      const [id, card] = [String(row.id1), String(row.card)];
      expect(isIdCard(id)).toBe(true);
      expect(Number(id[16]) % 2 === 1).toBe(row.sex === "1");
      expect(card.at(-1)).toBe(luhnDigit(card.slice(0, -1)));
      expect(isCreditCode(String(row.credit))).toBe(true);
      expect(row.mobile).toMatch(/^(139|150|158|177|188)\d{8}$/);
    }
    expect(new Set(values(rows, "mobile")).size).toBe(400);
  });

  it("tell equal texts apart by a number when the words run out", async () => {
    const fields = { name: { ...text, unique: true } };
    const sample = { count: 4, fields: { name: { type: "pick", values: ["甲"] } } };
    const made = await make({ "shop/row": { fields, sample } });
    expect(values(made["shop/row"], "name")).toEqual(["甲", "甲2", "甲3", "甲4"]);
  });

  it("stay empty where `when` or the model says so, and in the stated share", async () => {
    const one = { type: "value", value: "x" };
    const rows =
      (
        await make({
          "shop/row": {
            fields: { kind: text, only: { ...text, when: "{{ row.kind == 'a' }}" }, late: text, some: text },
            sample: {
              count: 1000,
              fields: {
                late: { ...one, when: "{{ row.only }}" },
                only: one,
                kind: { type: "weights", values: { a: 1, b: 1 } },
                some: { ...one, blank: 0.25 },
              },
            },
          },
        })
      )["shop/row"] ?? [];
    expect(rows.every((row) => (row.kind === "a") === (row.only === "x") && row.only === row.late)).toBe(true);
    expect(rows.filter((row) => row.some === null).length / 1000).toBeCloseTo(0.25, 1);
  });
});

describe("references of made rows", () => {
  const shops: Model = {
    fields: {
      city: text,
      status: text,
      fee: money,
      total: {
        ...money,
        rollup: { model: "shop/order", foreignKey: "shopId", op: "sum", field: "paid", where: "{{ row.paid > 30 }}" },
      },
    },
    sample: {
      count: 20,
      fields: {
        city: { type: "weights", values: { A: 1, B: 1 } },
        status: { type: "weights", values: { "1": 3, "0": 1 } },
        fee: { type: "range", min: 1, max: 20, scale: 2 },
      },
    },
  };
  const orders: Model = {
    fields: {
      shopId: reference("shop/shop"),
      city: text,
      fee: { ...money, snapshot: { from: "shopId", field: "fee" } },
      paid: { ...money, value: "{{ row.fee * 3 }}" },
    },
    sample: {
      count: 500,
      fields: {
        city: { type: "weights", values: { A: 1, B: 1 } },
        shopId: {
          type: "reference",
          skew: "few-many",
          where: { status: "1" },
          near: [{ share: 0.9, match: { city: "city" } }],
        },
      },
    },
  };

  it("name rows in use, prefer what is near, copy and compute, and are summed up", async () => {
    const made = await make({ "shop/shop": shops, "shop/order": orders });
    const byId = new Map((made["shop/shop"] ?? []).map((row) => [row.id, row]));
    const totals = new Map<unknown, number>();
    let near = 0;
    for (const row of made["shop/order"] ?? []) {
      const shop = byId.get(row.shopId);
      expect(shop?.status).toBe("1");
      expect(row.fee).toBe(shop?.fee);
      expect(row.paid).toBeCloseTo(Number(row.fee) * 3, 6);
      if (shop?.city === row.city) near += 1;
      if (Number(row.paid) > 30) totals.set(row.shopId, (totals.get(row.shopId) ?? 0) + Number(row.paid));
    }
    expect(near).toBeGreaterThan(450);
    for (const shop of byId.values()) expect(shop.total).toBeCloseTo(totals.get(shop.id) ?? 0, 2);
  });

  it("within a model go to earlier rows, so many times and so deep at most", async () => {
    const sample = {
      count: 400,
      fields: { parentId: { type: "reference", skew: "zipf", max: 30, depth: 4, blank: 0.2 } },
    };
    const rows =
      (await make({ "shop/node": { fields: { parentId: reference("shop/node") }, sample } }))["shop/node"] ?? [];
    const depths = new Map<unknown, number>();
    const uses = new Map<unknown, number>();
    for (const row of rows) {
      if (row.parentId !== null) expect(depths.has(row.parentId)).toBe(true);
      depths.set(row.id, (depths.get(row.parentId) ?? 0) + 1);
      if (row.parentId !== null) uses.set(row.parentId, (uses.get(row.parentId) ?? 0) + 1);
    }
    expect(Math.max(...depths.values())).toBe(4);
    expect(Math.max(...uses.values())).toBeLessThanOrEqual(30);
  });

  it("can be one set of rows for each target, unique together with it", async () => {
    const sample = {
      each: { field: "shopId", where: { status: "1" }, rows: [{}, {}, { share: 0.5 }] },
      fields: { name: { type: "pick", values: ["甲", "乙", "丙"] } },
    };
    const indexes = [{ fields: ["shopId", "name"], unique: true }];
    const made = await make({
      "shop/shop": { ...shops, fields: { city: text, status: text, fee: money } },
      "shop/ware": { fields: { shopId: reference("shop/shop"), name: text }, indexes, sample },
    });
    const open = (made["shop/shop"] ?? []).filter((row) => row.status === "1");
    const wares = made["shop/ware"] ?? [];
    expect(new Set(values(wares, "shopId"))).toEqual(new Set(values(open, "id")));
    expect(new Set(wares.map((row) => `${row.shopId} ${row.name}`)).size).toBe(wares.length);
    expect(wares.length).toBeGreaterThan(open.length * 2);
  });

  it("differ for the targets that were chosen and for the others, by one draw for all rows of a target", async () => {
    const fixed = (value: string) => ({ fields: { name: { type: "value", value } } });
    const sample = {
      each: {
        field: "shopId",
        where: { status: "1" },
        share: 0.5,
        rows: [fixed("甲"), fixed("乙")],
        else: [fixed("丙")],
      },
    };
    const made = await make({
      "shop/shop": { ...shops, fields: { city: text, status: text, fee: money } },
      "shop/ware": { fields: { shopId: reference("shop/shop"), name: text }, sample },
    });
    const namesOf = (shop: SampleRow) =>
      values(
        (made["shop/ware"] ?? []).filter(({ shopId }) => shopId === shop.id),
        "name",
      ).join("");
    const [open, closed] = ["1", "0"].map((status) =>
      (made["shop/shop"] ?? []).filter((shop) => shop.status === status).map(namesOf),
    );
    expect(new Set(open)).toEqual(new Set(["甲乙", "丙"]));
    expect(new Set(closed)).toEqual(new Set(["丙"]));
  });

  it("reach a level by the running total, and the last one when everything is there", async () => {
    const stored = {
      "shop/level": [
        { id: "low", floor: 0 },
        { id: "high", floor: 100 },
      ],
    };
    const made = await make(
      {
        "shop/level": { fields: { floor: money } },
        "shop/person": {
          fields: {
            levelId: reference("shop/level"),
            gross: { ...money, rollup: { model: "shop/order", foreignKey: "personId", op: "sum", field: "amount" } },
          },
          sample: {
            count: 8,
            finish: { levelId: { type: "tier", model: "shop/level", threshold: "floor", value: "gross" } },
          },
        },
        "shop/order": {
          fields: { personId: reference("shop/person"), levelId: reference("shop/level"), amount: money },
          sample: {
            count: 60,
            fields: {
              createTime: dates,
              personId: { type: "reference" },
              amount: { type: "range", min: 10, max: 30 },
              levelId: {
                type: "tier",
                model: "shop/level",
                threshold: "floor",
                total: { field: "amount", per: "personId" },
              },
            },
          },
        },
      },
      { stored },
    );
    const totals = new Map<unknown, number>();
    for (const row of made["shop/order"] ?? []) {
      const before = totals.get(row.personId) ?? 0;
      expect(row.levelId).toBe(before >= 100 ? "high" : "low");
      totals.set(row.personId, before + Number(row.amount));
    }
    for (const row of made["shop/person"] ?? []) {
      expect(row.levelId).toBe((totals.get(row.id) ?? 0) >= 100 ? "high" : "low");
    }
  });
});

it("ids stay different when more than ten thousand rows share a second", async () => {
  const createTime = { type: "value", value: "2026-02-01 10:00:00" };
  const made = await make({ "a/many": { fields: { name: text }, sample: { count: 20_001, fields: { createTime } } } });
  const rows = made["a/many"] ?? [];
  expect(rows).toHaveLength(20_001);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(20_001);
  expect(rows.every(({ id }) => /^\d{19}$/.test(String(id)))).toBe(true);
});
