import { connect } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
let port: number;
beforeAll(async () => {
  server = await createTestServer();
  port = await server.listen();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const json = "application/json";
const form = "multipart/form-data; boundary=x";
const bodies: Readonly<Record<string, string>> = {
  [json]: `{"realname":"${"b".repeat(20_000)}`,
  [form]: `--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n${"A".repeat(20_000)}`,
  "application/octet-stream": "A".repeat(20_000),
};
const calls = [
  ["POST", "/api/sys/login", json],
  ["POST", "/api/member/member/add", json],
  ["POST", "/api/member/member/importExcel", form],
  ["POST", "/api/sys/common/upload", form],
  ["PUT", "/api/sys/common/upload/half?id=1&offset=0", "application/octet-stream"],
  ["GET", "/api/member/member/list", undefined],
  ["GET", "/api/member/member/exportXls?format=xlsx", undefined],
  ["POST", "/api/nowhere", json],
] as const;
/** Milliseconds until the line is cut: before the call is looked at, and while it is at work. */
const cuts = [0, 2, 10, 40] as const;

/** A call whose line is cut, softly or hard, with far more announced than it sends. */
const breakOff = ([method, path, type]: (typeof calls)[number], cutMs: number, isHard: boolean) =>
  new Promise<void>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined).on("close", () => resolve());
    const body = type === undefined ? "" : `Content-Type: ${type}\r\nContent-Length: 4000000\r\n`;
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${admin.token}\r\n${body}\r\n`);
    if (type !== undefined) socket.write(bodies[type] ?? "");
    setTimeout(() => (isHard ? socket.resetAndDestroy() : socket.destroy()), cutMs);
  });

it("calls that are broken off at any moment end neither the server nor its counting, and are no errors of the log", async () => {
  const error = vi.spyOn(server.log, "error");
  const { monitor } = server.context;
  const before = await monitor.requests.totals();
  for (const cut of cuts) {
    await Promise.all(calls.flatMap((call) => [breakOff(call, cut, true), breakOff(call, cut, false)]));
  }
  // What was at work is counted as ended, each once.
  await expect.poll(async () => (await monitor.requests.totals()).active).toBe(before.active);
  expect(await admin.get("/member/member/list")).toMatchObject({ success: true });
  // Who goes away did nothing that somebody has to look into.
  expect(error.mock.calls).toEqual([]);
});
