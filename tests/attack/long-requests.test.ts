import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../support/test-server.ts";

/** Over a real socket: what is too long for the parser never reaches a route. */
let server: TestServer;
let port: number;
let token: string;
beforeAll(async () => {
  server = await createTestServer();
  token = (await server.as("admin")).token ?? "";
  port = await server.listen();
});
afterAll(() => server.close());

async function get(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { "x-access-token": token } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Bytes as they are; answers everything that came back. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += String(chunk);
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (error) => (answer === "" ? reject(error) : resolve(answer)));
  });
}

it("a filter of 100,000 characters is refused by name", async () => {
  expect(await get(`/member/member/list?realname=${"x".repeat(100_000)}`)).toMatchObject({
    status: 200,
    body: { success: false, code: 500, message: "查询条件“姓名”过长，最多 2000 个字符", result: null },
  });
});

it("a request line longer than the parser takes is told in the one envelope", async () => {
  const answer = await send(`GET /api/member/member/list?realname=${"x".repeat(400_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('"success":false,"code":413,"message":"内容过大，请缩减后重试"');
});

it("bytes that are no request are told in the one envelope", async () => {
  const answer = await send("这不是请求\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"success":false,"code":400');
});
