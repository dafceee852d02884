import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forEachEngine } from "../../tests/support/database.ts";
import type { Database } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { applyModels } from "../db/tables/apply-models.ts";
import { type DocumentStore, loadDocuments } from "../documents/load-documents.ts";
import { syncMenus } from "../menu/sync-menus.ts";
import { seedData } from "./seed.ts";

const config = { seed: "demo", demoPassword: undefined } as const;
const now = "2026-11-21 10:00:00";

forEachEngine("a first start with demonstration data", (open) => {
  let db: Database;
  let documents: DocumentStore;

  beforeAll(async () => {
    db = await open();
    documents = loadDocuments("schemas");
    await migrate(db);
    await applyModels(db, documents.resolvedModels.values());
    await syncMenus(db, documents);
    const { unresolved } = await seedData(db, documents, { config, now });
    expect(unresolved).toEqual([]);
  });
  afterAll(() => db.close());

  it("has 3,000 members with numbers without gaps and mobiles that never repeat", async () => {
    const { rows } = await sql`
      select count(*) as n, min(member_no) as first, max(member_no) as last, count(distinct mobile) as mobiles,
             count(*) filter (where mobile ~ '^(139|150|158|177|188)[0-9]{8}$') as right_mobiles
      from member`.execute(db.kysely);
    expect(rows).toEqual([
      { n: "3000", first: "M00000001", last: "M00003000", mobiles: "3000", right_mobiles: "3000" },
    ]);
  });

  it("writes no row at the second start", async () => {
    const counts = async () => {
      const { rows } = await sql`select (select count(*) from member) as members,
        (select count(*) from sys_dict_item) as items, (select max(xmin::text::bigint) from sys_dict_item) as written`.execute(
        db.kysely,
      );
      return rows;
    };
    const before = await counts();
    const { sample } = await seedData(db, documents, { config, now: "2026-11-22 10:00:00" });
    expect(sample.made.size).toBe(0);
    expect(await counts()).toEqual(before);
  });
});
