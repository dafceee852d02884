import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

let server: TestServer;
let greedy: TestClient;
let other: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  await sql`insert into member (id, version, tenant_id, member_no, realname, register_time, status, address)
    select 'm' || i, 1, 0, 'M' || i, '会员' || i, timestamp '2026-01-01' + i * interval '1 minute', '1', md5(i::text)
    from generate_series(1, 3000) i`.execute(server.db.kysely);
  const permissions = ["member:member:list"];
  await addUser(server, { username: "greedy", permissions });
  await addUser(server, { username: "other", permissions });
  greedy = await server.as("greedy");
  other = await server.as("other");
  for (const client of [greedy, other]) await client.get("/member/member/list");
});
afterAll(() => server.close());

it("a person with 200 calls at once, each another question, keeps nobody waiting", async () => {
  let answered = 0;
  const many = Array.from({ length: 200 }, async (_, index) => {
    const query = { column: "address", order: "asc", address: `*${index}*`, pageSize: "50" };
    const answer = await greedy.get("/member/member/list", { query });
    answered += 1;
    return answer.success;
  });
  await until(() => expect(answered).toBeGreaterThan(10)); // all of them are in line
  const before = answered;
  const page = await other.get<{ total: number }>("/member/member/list");
  expect([page.success, page.result.total]).toEqual([true, 3_000]);
  // In line behind them all, the page would come after nearly every one of them.
  expect(answered - before).toBeLessThan(100);
  expect((await Promise.all(many)).every(Boolean)).toBe(true);
});
