import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Member {
  readonly id: string;
  readonly teamCount: number;
}

interface Node {
  readonly id: string;
  readonly nodeType: string;
  readonly pid: string;
  readonly storeCount: number;
}

let server: TestServer;
let operator: TestClient;
beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
  operator = await server.as("operator");
});
afterAll(() => server.close());

const own = "推荐人不能是自己或自己的下级";
let number = 17_700_000_100;

async function addMember(referrerId?: string): Promise<Member> {
  number += 1;
  const { result } = await operator.post<Member>("/member/member/add", {
    realname: "环测",
    mobile: String(number),
    registerSource: "2",
    referrerId,
  });
  return result;
}

const follow = (member: Member, leader: Member) =>
  operator.put("/member/member/changeReferrer", { id: member.id, referrerId: leader.id, reason: "换绑" });

const read = async <Row>(url: string, id: string) =>
  (await operator.get<Row>(`${url}/queryById`, { query: { id } })).result;

it("nobody comes to be led by their own people, one after the other", async () => {
  const top = await addMember();
  const middle = await addMember(top.id);
  const low = await addMember(middle.id);
  expect((await follow(top, low)).message).toContain(own);
  expect((await follow(top, middle)).message).toContain(own);
  expect((await read<Member>("/member/member", top.id)).teamCount).toBe(2);
});

it("three who choose each other at once do not close a circle", async () => {
  const [one, two, three] = [await addMember(), await addMember(), await addMember()];
  const answers = await Promise.all([follow(one, two), follow(two, three), follow(three, one)]);
  expect(answers.filter(({ success }) => success).length).toBe(2);
  expect(answers.find(({ success }) => !success)?.message).toContain(own);
});

it("a branch of the service network does not move below itself", async () => {
  const list = (query: Readonly<Record<string, string>>) =>
    operator.get<{ readonly records: readonly Node[] }>("/member/serviceNet/list", {
      query: { pageSize: "200", ...query },
    });
  const below = (await list({ nodeType: "4" })).result.records.find(({ storeCount }) => storeCount > 0) as Node;
  const above = await read<Node>("/member/serviceNet", below.pid);
  const { message } = await operator.put("/member/serviceNet/move", { id: above.id, pid: below.id, reason: "调整" });
  expect(message).toBe("只能移到上一级类型的节点下");
  expect(await read<Node>("/member/serviceNet", above.id)).toMatchObject({ pid: above.pid });
});

it("sums over a circle that a broken import left behind come to an end", async () => {
  const [one, two] = [await addMember(), await addMember()];
  await follow(one, two);
  await sql`update member set referrer_id = ${one.id} where id = ${two.id}`.execute(server.db.kysely);
  expect((await addMember(one.id)).id).toEqual(expect.any(String));
  expect(
    (
      await operator.put("/member/member/changeReferrer", {
        id: two.id,
        referrerId: (await addMember()).id,
        reason: "改",
      })
    ).success,
  ).toBe(true);
});
