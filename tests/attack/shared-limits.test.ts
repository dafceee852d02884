import { afterAll, beforeAll, expect, it } from "vitest";
import { withCommitNotices } from "../../server/db/commit-notices.ts";
import { forEachEngine } from "../support/database.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const allowed = 300;

forEachEngine("limits of calls", (open) => {
  let server: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ open });
    // The other server of the installation leaves the database open for the first.
    other = await createTestServer({ open: async () => ({ ...withCommitNotices(server.db), close: async () => {} }) });
    const permissions = ["system:user:add"];
    await addUser(server, { username: "asker", permissions });
    await addUser(server, { username: "colleague", permissions });
  });
  afterAll(async () => {
    await other.close();
    await server.close();
  });

  const ask = (client: TestClient) =>
    client.get("/sys/duplicate/check", { query: { tableName: "sys_user", fieldName: "username", fieldVal: "free" } });

  it(`servers of one database let a person ask ${allowed} times a minute in all`, async () => {
    const client = await server.as("asker");
    const clients = [client, other.withToken(client.token ?? "")];
    // More than the limit for each server: one that is asked less often may keep a part of its last share unused.
    const each = allowed + 50;
    const calls = Array.from({ length: 2 * each }, (_, index) => ask(clients[index % 2] ?? client));
    const answers = await Promise.all(calls);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ success }) => success)).toHaveLength(allowed);
    expect(refused).toHaveLength(2 * each - allowed);
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("what one person asked takes nothing from another behind the same address", async () => {
    expect(await ask(await other.as("colleague"))).toMatchObject({ status: 200, success: true });
  });

  it("a look-up does not cost a statement of its own for being counted", async () => {
    const rows = await server.db.kysely
      .selectFrom("sys_limit")
      .select(["key", "count"])
      .where("key", "like", "calls GET /api/sys/duplicate/check person %")
      .orderBy("count")
      .execute();
    // The colleague asked once: a twentieth of the limit was taken for them.
    expect(rows.map(({ count }) => Number(count))).toEqual([allowed / 20, allowed + allowed / 20]);
  });
});
