import { afterAll, beforeAll, expect, it } from "vitest";
import { kindOfRoute } from "../support/kind-of-route.ts";
import { addUser } from "../support/people.ts";
import { proveSample } from "../support/prove.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

/** The whole server, modules included: what a route declares is what happens. `route-matrix` looks at rows, `session` at
 * what is public. */
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await addUser(server, { username: "nobody", departs: ["A01"] });
});
afterAll(() => server.close());

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const callable = () =>
  proveSample(
    server.routes.filter(({ method }) => methods.includes(method)),
    kindOfRoute(server),
    4,
  );
const send = async (route: { method: string; url: string }, token?: string) => {
  const client = token === undefined ? server.anonymous : server.withToken(token);
  const path = route.url.replace(/^\/api/, "").replaceAll(/:\w+|\*/g, "x");
  const method = route.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  return method === "post" || method === "put" || method === "patch" ? client[method](path, {}) : client[method](path);
};

it("the calls and files of every model are among the routes", () => {
  const urls = new Set(server.routes.map(({ method, url }) => `${method} ${url}`));
  const bases = [...server.context.engine.models.values()].map(({ base }) => `/api${base}`);
  expect(bases.length).toBeGreaterThan(90);
  expect(bases.filter((base) => !urls.has(`GET ${base}/list`) || !urls.has(`GET ${base}/exportXls`))).toEqual([]);
  expect(urls.size).toBe(server.routes.length);
  expect(urls.size).toBeGreaterThan(1_700);
});

it("every other route refuses who is not signed in", async () => {
  const closed = callable().filter((route) => route.permission !== "public");
  expect(closed.length).toBeGreaterThan(100);
  for (const route of closed) {
    const answer = await send(route);
    expect(answer, `${route.method} ${route.url}`).toMatchObject({ status: 401, code: 401, result: null });
  }
});

it("every route with a permission refuses who does not hold it", async () => {
  const { token } = await server.as("nobody");
  const guarded = callable().filter((route) => route.permission !== "public" && route.permission !== "session");
  for (const route of guarded) {
    const answer = await send(route, token);
    expect(answer, `${route.method} ${route.url}`).toMatchObject({ status: 403, code: 510, result: null });
  }
});

it("HEAD is answered for pages and health; of a call of the API it tells nothing", async () => {
  const { token = "" } = await server.as("admin");
  const address = `http://127.0.0.1:${await server.listen()}`;
  const head = async (path: string) => {
    const { status } = await fetch(address + path, { method: "HEAD", headers: { "X-Access-Token": token } });
    return status;
  };
  expect(await Promise.all(["/api/health", "/member/member", "/api/sys/user/list"].map(head))).toEqual([200, 503, 405]);
});
