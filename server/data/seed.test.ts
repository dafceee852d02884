import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forEachEngine } from "../../tests/support/database.ts";
import { readConfig } from "../config/config.ts";
import type { Database } from "../db/database.ts";
import { type DocumentStore, loadDocuments } from "../documents/load-documents.ts";
import { prepareDatabase } from "../prepare-database.ts";

forEachEngine("a first start with demonstration data", (open) => {
  let db: Database;
  let documents: DocumentStore;
  const config = readConfig({ SEED: "demo", ADMIN_PASSWORD: "correct-horse-battery" });

  beforeAll(async () => {
    db = await open();
    documents = loadDocuments("schemas");
    await prepareDatabase(db, documents, config);
  });
  afterAll(() => db.close());

  const ask = async (query: ReturnType<typeof sql>) => (await query.execute(db.kysely)).rows;

  it("has 3,000 members with numbers without gaps and mobiles that never repeat", async () => {
    const rows = await ask(sql`
      select count(*) as n, min(member_no) as first, max(member_no) as last, count(distinct mobile) as mobiles,
             count(*) filter (where mobile ~ '^(139|150|158|177|188)[0-9]{8}$') as right_mobiles
      from member`);
    expect(rows).toEqual([
      { n: "3000", first: "M00000001", last: "M00003000", mobiles: "3000", right_mobiles: "3000" },
    ]);
  });
});
