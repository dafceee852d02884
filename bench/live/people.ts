import { createHash, randomBytes } from "node:crypto";
import { openDatabase } from "../../server/db/open-database.ts";

/** Puts people with an open session each straight into a stopped server's database: a thousand sign-ins are another bench. */
export async function addPeople(
  dataDir: string,
  count: number,
): Promise<{ readonly id: string; readonly token: string }[]> {
  const db = await openDatabase({ dataDir });
  const people = Array.from({ length: count }, (_, index) => ({
    id: `live${String(index).padStart(6, "0")}`,
    token: randomBytes(32).toString("base64url"),
  }));
  const now = Date.now();
  await db.transaction(async (trx) => {
    for (const { id, token } of people) {
      await trx
        .insertInto("sys_user")
        .values({
          id,
          username: id,
          realname: id,
          status: 1,
          del_flag: 0,
          version: 1,
          tenant_id: 0,
          create_by: "bench",
        })
        .execute();
      await trx
        .insertInto("sys_session")
        .values({
          id,
          token_hash: createHash("sha256").update(token).digest("hex"),
          user_id: id,
          tenant_id: 0,
          org_code: "",
          address: "127.0.0.1",
          user_agent: "bench",
          created_at: now,
          last_seen_at: now,
          expires_at: now + 86_400_000,
        })
        .execute();
    }
  });
  await db.close();
  return people;
}
