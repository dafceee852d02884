import { afterAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const servers: TestServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

async function stateAfter(env: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) {
  const server = await createTestServer({ env });
  servers.push(server);
  await server.anonymous.get("/health", { headers });
  await server.anonymous.get("/health", { headers });
  const admin = await server.as("admin");
  const { result } = await admin.get<readonly { id: string; state: string; detail: string }[]>("/sys/monitor/health");
  return result.find(({ id }) => id === "proxy");
}

it("a reverse proxy that TRUSTED_PROXIES does not name is told on the page of the server", async () => {
  expect(await stateAfter({}, { "x-forwarded-for": "203.0.113.7" })).toMatchObject({
    state: "down",
    detail: "请求经 127.0.0.1 转发，而 TRUSTED_PROXIES 没有写它：所有人都算作这一个地址",
  });
  expect(await stateAfter({ TRUSTED_PROXIES: "10.9.9.9" }, { "x-forwarded-for": "203.0.113.7" })).toMatchObject({
    state: "down",
  });
});

it("a proxy that is named, and none at all, are in order", async () => {
  const named = await stateAfter({ TRUSTED_PROXIES: "127.0.0.1" }, { "x-forwarded-for": "203.0.113.7" });
  expect(named).toMatchObject({ state: "up" });
  expect(await stateAfter({}, {})).toMatchObject({ state: "up" });
});
