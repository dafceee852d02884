import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyDemoData, testPassword } from "../../scripts/demo-data.mjs";
import { invariants } from "../../tests/contract/sample-invariants.ts";
import { forOneEngine, openFolder } from "../../tests/support/database.ts";
import { isProving } from "../../tests/support/prove.ts";
import { demoFirstStart, shippedDocuments } from "../../tests/support/test-server.ts";
import { readConfig } from "../config/config.ts";
import type { Database } from "../db/database.ts";
import type { DocumentStore } from "../documents/load-documents.ts";
import { prepareDatabase } from "../prepare-database.ts";

forOneEngine("a first start with demonstration data", (open, engine) => {
  let db: Database;
  let documents: DocumentStore;
  // The whole company is made where one start makes it for all tests; the other engine makes a tenth by the same code.
  const isWhole = engine === "embedded" || isProving;
  const SEED_SCALE = isWhole ? "1" : "0.1";
  const config = readConfig({ SEED: "demo", SEED_SCALE, ADMIN_PASSWORD: testPassword, DEMO_PASSWORD: testPassword });
  const wholeStart = { name: "whole-demo", prepare: (own: Database) => prepareDatabase(own, documents, config) };
  const ask = async (query: ReturnType<typeof sql>) => (await query.execute(db.kysely)).rows;

  beforeAll(async () => {
    documents = shippedDocuments();
    // The built server made its first start for the browser tests.
    db =
      engine === "embedded"
        ? await openFolder(await copyDemoData())
        : await open({}, isWhole ? wholeStart : demoFirstStart());
  });
  afterAll(() => db.close());

  it("starts from documents without a finding", () => {
    expect(documents.diagnostics).toEqual([]);
  });

  it("has the company's rows in the volumes that the models state", async () => {
    const rows = await ask(sql`select
      (select count(*) from member) as members, (select count(*) from store) as stores,
      (select count(*) from store_order) as orders, (select count(*) from salesman) as salesmen,
      (select count(*) from store_company) as companies, (select count(*) from member_level) as levels`);
    const volumes = { members: 3_000, stores: 220, orders: 12_600, salesmen: 80, companies: 60 };
    const scaled = Object.entries(volumes).map(([name, count]) => [name, String(count * Number(SEED_SCALE))]);
    expect(rows).toEqual([{ ...Object.fromEntries(scaled), levels: "5" }]);
  });

  it("numbers members without gaps and never repeats a mobile", async () => {
    const rows = await ask(sql`
      select min(member_no) as first, max(member_no) as last, count(distinct mobile) as mobiles,
             count(*) filter (where mobile ~ '^(139|150|158|177|188)[0-9]{8}$') as right_mobiles
      from member`);
    const members = String(3_000 * Number(SEED_SCALE));
    const last = `M${members.padStart(8, "0")}`;
    expect(rows).toEqual([{ first: "M00000001", last, mobiles: members, right_mobiles: members }]);
  });

  it("tells of one relation in fifty that it was changed later, by whom and why", async () => {
    const [found] = (await ask(sql`
      select count(*) filter (where relation_type in ('2', '4')) * 100.0 / count(*) as percent,
        count(*) filter (where relation_type in ('2', '4') and (before_name is null or after_name is null
          or reason = '注册' or operator is null or before_id = after_id)) as unexplained
      from member_relation`)) as { percent: string; unexplained: string }[];
    expect(Math.abs(Number(found?.percent) - 2)).toBeLessThan(0.8);
    expect(found?.unexplained).toBe("0");
  });

  it("numbers the orders of a day from 1 without gaps", async () => {
    const rows = await ask(sql`
      select substr(order_no, 3, 6) as day from store_order group by 1
      having max(substr(order_no, 9)) <> lpad(count(*)::text, 6, '0')
        or min(to_char(create_time, 'YYMMDD')) <> substr(min(order_no), 3, 6)`);
    expect(rows).toEqual([]);
  });

  it("gives the clerk's store open orders of today", async () => {
    const rows = await ask(sql`
      select s.depart_code, s.status, count(*) >= 40 as enough,
             bool_or(o.status = '0' and o.create_time >= current_date) as open_today
      from store s join store_order o on o.store_id = s.id where s.store_no = 'S00001' group by s.id`);
    expect(rows).toEqual([{ depart_code: "A01A04A01A01", status: "1", enough: true, open_today: true }]);
  });

  it("makes the first administrator and the demo accounts in their departments and roles, with the password of the setting", async () => {
    const rows = await ask(sql`
      select u.username, d.org_code, r.role_code, count(s.user_id) as passwords
      from sys_user u join sys_user_depart x on x.user_id = u.id join sys_depart d on d.id = x.dep_id
      join sys_user_role y on y.user_id = u.id join sys_role r on r.id = y.role_id
      left join sys_user_secret s on s.user_id = u.id group by 1, 2, 3 order by 1`);
    expect(rows).toEqual([
      { username: "admin", org_code: "A01", role_code: "admin", passwords: "1" },
      { username: "auditor", org_code: "A01A03", role_code: "auditor", passwords: "1" },
      { username: "clerk", org_code: "A01A04A01A01", role_code: "store_clerk", passwords: "1" },
      { username: "finance", org_code: "A01A02", role_code: "finance", passwords: "1" },
      { username: "operator", org_code: "A01A01", role_code: "operator", passwords: "1" },
      { username: "sales", org_code: "A01A04", role_code: "sales_manager", passwords: "1" },
      { username: "settle", org_code: "A01A02", role_code: "settle_manager", passwords: "1" },
    ]);
  });

  it("grants nothing that does not exist", async () => {
    const rows = await ask(sql`
      select g.id from sys_role_permission g left join sys_permission p on p.id = g.permission_id where p.id is null`);
    expect(rows).toEqual([]);
  });

  it.each(invariants)("$id: $statement", async ({ violations }) => {
    expect((await ask(violations)).slice(0, 5)).toEqual([]);
  });

  it("INV-27: every reference finds its row and every dictionary value its item", async () => {
    const broken: string[] = [];
    for (const model of documents.resolvedModels.values()) {
      for (const field of model.fields.values()) {
        if (!field.dict || field.system) continue;
        const target = field.dict.kind === "model" ? documents.resolvedModels.get(field.dict.model) : undefined;
        const column = sql.ref(`own.${field.column}`);
        const values = field.multiple ? sql`unnest(string_to_array(${column}, ','))` : sql`${column}::text`;
        const known =
          field.dict.kind === "code"
            ? sql`select i.item_value from sys_dict_item i join sys_dict d on d.id = i.dict_id where d.dict_code = ${field.dict.code}`
            : sql`select ${sql.ref(target?.fields.get(field.dict.value)?.column ?? "id")}::text from ${sql.table(target?.table ?? "")}`;
        // What a row at the top of its tree names is no row.
        const tree = Object.values(model.relations).find((one) => one.kind === "tree" && one.pid === field.name);
        const root = tree?.kind === "tree" ? tree.root : "";
        const { rows } = await sql`select 1 from (select ${values} as value from ${sql.table(model.table)} own) held
          where value not in ('', ${root}) and value not in (${known}) limit 1`.execute(db.kysely);
        if (rows.length > 0) broken.push(`${model.id}.${field.name}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it("writes nothing at the second start", async () => {
    const written = () =>
      ask(sql`select (select max(xmin::text::bigint) from sys_dict_item) as items,
        (select max(xmin::text::bigint) from sys_role_permission) as grants,
        (select max(xmin::text::bigint) from sys_user_secret) as secrets,
        (select max(xmin::text::bigint) from store_order) as orders, (select count(*) from member) as members`);
    const before = await written();
    await prepareDatabase(db, documents, config);
    expect(await written()).toEqual(before);
  });
});
