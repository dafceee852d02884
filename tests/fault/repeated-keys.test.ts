import { afterAll, beforeAll, expect, it } from "vitest";
import { proveCount } from "../support/prove.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const repeatedAdds = proveCount(120, 10_000);

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const writers = 20;

interface Add {
  readonly key: string;
  readonly mobile: string;
}

/** Every key stands for one member and is sent one to four times, the repeats anywhere among the others. */
function shuffledAdds(): Add[] {
  const adds: { readonly add: Add; readonly at: number }[] = [];
  for (let member = 0; adds.length < repeatedAdds; member += 1) {
    const add = { key: `key-${member}`, mobile: `177${String(member).padStart(8, "0")}` };
    for (let sent = 0; sent <= member % 4; sent += 1) adds.push({ add, at: Math.random() });
  }
  return adds.sort((a, b) => a.at - b.at).map(({ add }) => add);
}

it("adds whose keys are repeated by 20 writers make one row for each key, with numbers of their own", async () => {
  const admin = await server.as("admin");
  const adds = shuffledAdds();
  const answers = new Map<string, Set<string>>();
  let next = 0;
  const write = async () => {
    for (let add = adds[next++]; add; add = adds[next++]) {
      const { success, message, result } = await admin.post<{ id: string; memberNo: string }>(
        "/member/member/add",
        { realname: "重复", mobile: add.mobile },
        { headers: { "x-idempotency-key": add.key } },
      );
      expect([success, message]).toEqual([true, expect.any(String)]);
      const known = answers.get(add.key) ?? new Set();
      answers.set(add.key, known.add(`${result.id} ${result.memberNo}`));
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  expect([...answers.values()].every((same) => same.size === 1)).toBe(true);
  const ids = [...answers.values()].flatMap((same) => [...same]);
  expect(new Set(ids.map((id) => id.split(" ")[1])).size).toBe(answers.size);
  const { result } = await admin.get<{ total: number }>("/member/member/list", { query: { realname: "重复" } });
  expect(result.total).toBe(answers.size);
  console.log(`${adds.length} adds with ${answers.size} keys by ${writers} writers: ${result.total} rows`);
});
