import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { administrator } from "../../tests/support/callers.ts";
import { forOneEngine } from "../../tests/support/database.ts";
import { statementsOf } from "../../tests/support/statements.ts";
import { demoFirstStart, shippedDocuments } from "../../tests/support/test-server.ts";
import type { Database } from "../db/database.ts";
import type { Work } from "./engine-parts.ts";
import { type FindAsk, findRows } from "./find-rows.ts";
import { selectRows } from "./read-rows.ts";

forOneEngine("rows found together", (open) => {
  let db: Database;
  const models = [...shippedDocuments().resolvedModels.values()];
  const modelOf = (id: string) => models.find((model) => model.id === id) as ResolvedModel;
  const ask = (id: string, where: Row, more: Partial<FindAsk> = {}): FindAsk => ({
    model: modelOf(id),
    where,
    filter: undefined,
    scope: {},
    ...more,
  });
  const find = (asks: readonly FindAsk[], limit = 100) =>
    db.transaction((trx) => findRows({ trx, caller: administrator } as Work, asks, limit));

  beforeAll(async () => {
    db = await open({}, demoFirstStart());
  });
  afterAll(() => db.close());

  it("are what the engine reads row by row, whatever model they are of", async () => {
    let compared = 0;
    for (const model of models) {
      const rows = await selectRows(db.kysely, model, sql<boolean>`true`, { limit: 3 });
      const own = rows.filter(({ tenantId, delFlag }) => Number(tenantId ?? 0) === 0 && Number(delFlag ?? 0) === 0);
      const found = await find(own.map(({ id }) => ask(model.id, { id })));
      expect(found, model.id).toEqual(own.map((row) => [row]));
      compared += own.length;
    }
    expect(compared).toBeGreaterThan(100);
  });

  it("cost one statement, and each ask gets its own, in the order of their ids", async () => {
    const [one, other] = await selectRows(db.kysely, modelOf("store/store"), sql<boolean>`true`, {
      sort: [{ field: "id", order: "asc" }],
      limit: 2,
    });
    let found: readonly (readonly Row[])[] = [];
    const statements = await statementsOf(async () => {
      found = await find([
        ask("store/store", { id: other?.id }),
        ask("member/member-level", { status: "1" }),
        ask("store/store", { id: "{{ row.storeId }}" }, { scope: { row: { storeId: one?.id } } }),
        ask("store/store", { id: "{{ row.storeId }}" }, { scope: { row: { storeId: null } } }),
        ask("store/store", { noSuchField: "1" }),
      ]);
    });
    expect(statements.filter((text) => /union all/.test(text))).toHaveLength(1);
    expect(statements).toHaveLength(3);
    expect(found.map((rows) => rows.length)).toEqual([1, 5, 1, 0, 0]);
    expect([found[0]?.[0], found[2]?.[0]]).toEqual([other, one]);
    const ids = (found[1] ?? []).map(({ id }) => String(id));
    expect(ids).toEqual([...ids].sort());
  });

  it("keep to values of several fields, to a filter and to the limit of one ask", async () => {
    const filter = [{ field: "minAmount", op: "ge", value: 500 }] as const;
    const levels = await find([
      ask("member/member-level", { status: "1", rank: 1 }),
      ask("member/member-level", { status: "1", rank: 3 }),
      ask("member/member-level", {}, { filter }),
    ]);
    expect(levels.map((rows) => rows.map(({ rank }) => rank))).toEqual([[1], [3], [2, 3, 4, 5]]);
    expect((await find([ask("member/member", {})], 7))[0]).toHaveLength(7);
  });

  it("of another tenant are none", async () => {
    const foreign = { ...administrator, tenantId: 4711 };
    const found = await db.transaction((trx) =>
      findRows({ trx, caller: foreign } as Work, [ask("member/member-level", { status: "1" })], 100),
    );
    expect(found).toEqual([[]]);
  });
});
