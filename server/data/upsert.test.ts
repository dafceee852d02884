import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { forEachEngine, migrated } from "../../tests/support/database.ts";
import type { Database } from "../db/database.ts";
import { applyModels } from "../db/tables/apply-models.ts";
import { createDocumentStore } from "../documents/load-documents.ts";
import { applyDataDocuments, type DataReport } from "./upsert.ts";

const model = (id: string, fields: object, more: object = {}) => ({
  path: `${id}.model.json`,
  text: JSON.stringify({
    schemaVersion: 1,
    id,
    title: "示例",
    table: id.replaceAll("/", "_").replaceAll("-", "_"),
    base: `/${id}`,
    permissionPrefix: id.replaceAll("/", ":"),
    fields,
    ...more,
  }),
});
const code = { type: "string", title: "编码", unique: true };
const text = { type: "string", title: "文字" };

const models = [
  model(
    "shop/list",
    { code, name: text, color: { ...text, default: "grey" } },
    { relations: { items: { kind: "one-to-many", model: "shop/item", foreignKey: "listId", order: "place" } } },
  ),
  model(
    "shop/item",
    { listId: text, value: text, name: text, place: { type: "integer", title: "序号" } },
    { indexes: [{ fields: ["listId", "value"], unique: true }] },
  ),
  model(
    "shop/node",
    { code, parentId: { ...text, dict: { model: "shop/node" } }, hasChild: { ...text, default: "0" } },
    {
      relations: { children: { kind: "tree", pid: "parentId", hasChild: "hasChild", root: "" } },
    },
  ),
];

interface Shipped {
  readonly model: string;
  readonly key: readonly string[];
  readonly rows: readonly object[];
  readonly when?: string;
}

forEachEngine("shipped rows", (open) => {
  let db: Database;
  let lastId = 0;
  beforeAll(async () => {
    db = await open({}, migrated);
    await applyModels(db, createDocumentStore(models).resolvedModels.values());
  });
  beforeEach(() => sql`truncate shop_list, shop_item, shop_node, data_document, data_row`.execute(db.kysely));
  afterAll(() => db.close());

  const newId = () => {
    lastId += 1;
    return String(lastId).padStart(19, "0");
  };

  async function ship(
    documents: Readonly<Record<string, Shipped>>,
    options: { readonly demo?: boolean; readonly demoAccounts?: boolean } = {},
  ): Promise<DataReport> {
    const files = Object.entries(documents).map(([id, document]) => ({
      path: `${id}.data.json`,
      text: JSON.stringify({ schemaVersion: 1, ...document }),
    }));
    const store = createDocumentStore([...models, ...files]);
    expect(store.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    return applyDataDocuments(db, store.data, store.resolvedModels, {
      demo: options.demo ?? false,
      demoAccounts: options.demoAccounts ?? false,
      newId,
      now: "2026-03-01 10:00:00",
    });
  }
  const colors = (rows: readonly object[]): Record<string, Shipped> => ({
    "shop/colors": { model: "shop/list", key: ["code"], rows },
  });
  const lists = async () =>
    (await sql`select code, name, color, version from shop_list order by code`.execute(db.kysely)).rows;
  const items = async () =>
    (await sql`select value, name, place from shop_item order by place`.execute(db.kysely)).rows;

  it("arrive with the defaults of their model", async () => {
    await ship(colors([{ code: "a", name: "甲" }]));
    expect(await lists()).toEqual([{ code: "a", name: "甲", color: "grey", version: 1 }]);
  });

  it("follow their document as long as nobody changed them", async () => {
    await ship(colors([{ code: "a", name: "甲" }]));
    const { updated } = await ship(colors([{ code: "a", name: "甲二" }]));
    expect(updated).toBe(1);
    expect(await lists()).toEqual([{ code: "a", name: "甲二", color: "grey", version: 1 }]);
  });

  it("keep the value that an administrator changed and take the others", async () => {
    await ship(colors([{ code: "a", name: "甲", color: "red" }]));
    await sql`update shop_list set name = '管理员的' where code = 'a'`.execute(db.kysely);
    await ship(colors([{ code: "a", name: "甲二", color: "blue" }]));
    expect(await lists()).toEqual([{ code: "a", name: "管理员的", color: "blue", version: 1 }]);
  });

  it("stay deleted when an administrator deleted them, while new ones arrive", async () => {
    await ship(colors([{ code: "a", name: "甲" }]));
    await sql`delete from shop_list`.execute(db.kysely);
    await ship(
      colors([
        { code: "a", name: "甲" },
        { code: "b", name: "乙" },
      ]),
    );
    expect(await lists()).toEqual([{ code: "b", name: "乙", color: "grey", version: 1 }]);
  });

  it("do not take over a row that somebody made before them", async () => {
    await sql`insert into shop_list (id, code, name, version) values ('1', 'a', '先来的', 1)`.execute(db.kysely);
    await ship(colors([{ code: "a", name: "甲", color: "red" }]));
    expect(await lists()).toEqual([{ code: "a", name: "先来的", color: "red", version: 1 }]);
  });

  it("bring their sub-rows, in the order of the document, and later ones too", async () => {
    const list = (rows: readonly object[]) => colors([{ code: "a", name: "甲", items: rows }]);
    await ship(list([{ value: "1", name: "一" }]));
    await sql`update shop_item set name = '壹'`.execute(db.kysely);
    await ship(
      list([
        { value: "1", name: "一一" },
        { value: "2", name: "二" },
      ]),
    );
    expect(await items()).toEqual([
      { value: "1", name: "壹", place: "1" },
      { value: "2", name: "二", place: "2" },
    ]);
  });

  it("name other rows by business key, also one before them, and tell the tree", async () => {
    const parent = { ref: "shop/node", key: { code: "root" } };
    await ship({
      "shop/nodes": { model: "shop/node", key: ["code"], rows: [{ code: "root" }, { code: "leaf", parentId: parent }] },
    });
    const { rows } = await sql`select n.code, p.code as parent, n.has_child from shop_node n
      left join shop_node p on p.id = n.parent_id order by n.code desc`.execute(db.kysely);
    expect(rows).toEqual([
      { code: "root", parent: null, has_child: "1" },
      { code: "leaf", parent: "root", has_child: "0" },
    ]);
  });

  it("that name a missing row are reported and come when it is there", async () => {
    const leaf: Shipped = {
      model: "shop/node",
      key: ["code"],
      rows: [{ code: "leaf", parentId: { ref: "shop/node", key: { code: "later" } } }],
    };
    const first = await ship({ "shop/leaf": leaf });
    expect(first.unresolved).toEqual(['shop/leaf: {"ref":"shop/node","key":{"code":"later"}}']);
    await sql`insert into shop_node (id, code, version) values ('1', 'later', 1)`.execute(db.kysely);
    expect((await ship({ "shop/leaf": leaf })).unresolved).toEqual([]);
    const { rows } = await sql`select parent_id from shop_node where code = 'leaf'`.execute(db.kysely);
    expect(rows).toEqual([{ parent_id: "1" }]);
  });

  it("for demonstrations come only with them, accounts only with a password", async () => {
    const documents = {
      "shop/demo": { ...(colors([{ code: "demo" }])["shop/colors"] as Shipped), when: "demo" },
      "shop/people": { ...(colors([{ code: "person" }])["shop/colors"] as Shipped), when: "demo-accounts" },
    };
    const codes = async () => (await lists()).map((row) => (row as { code: string }).code);
    await ship(documents);
    expect(await codes()).toEqual([]);
    await ship(documents, { demo: true });
    expect(await codes()).toEqual(["demo"]);
    await ship(documents, { demo: true, demoAccounts: true });
    expect(await codes()).toEqual(["demo", "person"]);
  });

  it("that did not change are not written again", async () => {
    const documents = colors([{ code: "a", name: "甲", items: [{ value: "1", name: "一" }] }]);
    const written = async () =>
      (
        await sql`select xmin::text from shop_list union all select xmin::text from shop_item
        union all select xmin::text from data_row union all select xmin::text from data_document`.execute(db.kysely)
      ).rows;
    await ship(documents);
    const before = await written();
    expect(await ship(documents)).toEqual({ inserted: new Map(), updated: 0, unresolved: [] });
    expect(await written()).toEqual(before);
  });
});
