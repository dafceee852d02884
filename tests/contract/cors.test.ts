import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "../../server/config/config.ts";
import { createTestServer, type TestServer, testPassword } from "../support/test-server.ts";

const allowed = "https://portal.example.com";
let server: TestServer;
let base: string;
beforeAll(async () => {
  server = await createTestServer({ env: { CORS_ORIGINS: `${allowed},http://127.0.0.1:8080` } });
  base = `http://127.0.0.1:${await server.listen()}`;
});
afterAll(() => server.close());

const ask = (url: string, origin: string, method = "GET", more: Record<string, string> = {}) =>
  fetch(base + url, { method, headers: { origin, ...more } });
const preflight = { "access-control-request-method": "PUT", "access-control-request-headers": "x-access-token" };

it("a page of a configured origin may call the API with a token and read names of files and errors", async () => {
  const asked = await ask("/api/sys/login", allowed, "OPTIONS", preflight);
  expect(asked.status).toBe(204);
  expect(asked.headers.get("access-control-allow-origin")).toBe(allowed);
  expect(asked.headers.get("access-control-allow-methods")).toContain("PUT");
  expect(asked.headers.get("access-control-allow-headers")).toContain("X-Access-Token");
  expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
  const headers = { origin: allowed, "content-type": "application/json" };
  const body = JSON.stringify({ username: "admin", password: testPassword });
  const signedIn = await fetch(`${base}/api/sys/login`, { method: "POST", headers, body });
  expect(signedIn.headers.get("access-control-allow-origin")).toBe(allowed);
  expect(await signedIn.json()).toMatchObject({ success: true });
  // Refusals and unknown addresses too: the page has to read why.
  for (const [url, status] of [
    ["/api/sys/user/list", 401],
    ["/api/nowhere", 404],
  ] as const) {
    const refused = await ask(url, allowed);
    expect(refused.status).toBe(status);
    expect(refused.headers.get("access-control-allow-origin")).toBe(allowed);
    expect(refused.headers.get("access-control-expose-headers")).toContain("Content-Disposition");
  }
});

it.each([
  "https://portal.example.com.evil.test",
  "https://evil.test",
  "http://portal.example.com",
  "https://portal.example.com:8443",
  "null",
])("a page of %s may not", async (origin) => {
  const asked = await ask("/api/sys/login", origin, "OPTIONS", preflight);
  expect(asked.status).not.toBe(204);
  for (const answer of [asked, await ask("/api/health", origin)]) {
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.headers.get("vary")?.toLowerCase()).toContain("origin");
  }
});

it("the console's own files are for no other page", async () => {
  expect((await ask("/", allowed)).headers.get("access-control-allow-origin")).toBeNull();
});

it.each(["*", "https://*.example.com", "portal.example.com", "https://a.example.com/", "https://A.example.com"])(
  "CORS_ORIGINS=%s is refused at the start",
  (origins) => {
    expect(() => readConfig({ CORS_ORIGINS: origins })).toThrow("CORS_ORIGINS");
  },
);
