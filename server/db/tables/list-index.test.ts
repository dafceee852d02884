import { sql } from "kysely";
import { expect, it } from "vitest";
import { forEachEngine } from "../../../tests/support/database.ts";
import { shippedDocuments, usualFirstStart } from "../../../tests/support/test-server.ts";
import { toSql } from "../../models/query/to-sql.ts";

forEachEngine("people of a tenant", (open) => {
  it("are found by an index over the tenants that each of them names", async () => {
    const db = await open({}, usualFirstStart());
    const model = shippedDocuments().resolvedModels.get("system/user");
    if (!model) throw new Error("no users");
    const where = toSql({ kind: "holdsAny", field: "relTenantIds", values: ["2"] }, { model });
    const plan = await db.transaction(async (trx) => {
      // A few rows are read faster from end to end; of many the planner would think so itself.
      await sql`set local enable_seqscan = off`.execute(trx);
      const { rows } = await sql<Record<string, string>>`explain select id from sys_user where ${where}`.execute(trx);
      return rows.map((row) => Object.values(row).join()).join("\n");
    });
    expect(plan).toContain("sys_user_rel_tenant_ids_list");
    await db.close();
  });
});
