import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { fixtureConsole } from "../../renderers/testing/fixture-console.ts";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { PanelRows } from "../../runtime/react/panel-rows.ts";
import { buildScope, isTrue } from "../../runtime/react/scope.ts";
import { type ConsoleServices, RequestError, type RequestOptions } from "../../runtime/react/services.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import type { ScreenAnswer } from "../../server/modules/screens.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, shippedDocuments, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const { screens } = shippedDocuments();
const dashboards = [...screens.values()].filter(({ kind }) => kind === "dashboard" || kind === "page");

afterEach(() => vi.restoreAllMocks());

interface MenuNode {
  readonly component: string;
  readonly children?: readonly MenuNode[];
}
const componentsOf = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ component, children = [] }) => [component, ...componentsOf(children)]);

/** Somebody with one of the shipped roles. */
async function personOf(roleCode: string): Promise<string> {
  const userId = await addUser(server, { username: roleCode, departs: ["A01"] });
  const role = await server.db.kysely
    .selectFrom("sys_role")
    .select("id")
    .where("role_code", "=", roleCode)
    .executeTakeFirstOrThrow();
  await (await server.as("admin")).post("/sys/user/addSysUserRole", { roleId: role.id, userIdList: [userId] });
  return roleCode;
}

/** Somebody who may open every dashboard and read no rows. */
async function onlooker(): Promise<string> {
  const username = "onlooker";
  await addUser(server, { username, departs: ["A01"], permissions: [] });
  const components = dashboards.map(({ id }) => `schema:${id}`);
  const role = await server.db.kysely
    .selectFrom("sys_role")
    .select("id")
    .where("role_code", "=", `role_${username}`)
    .executeTakeFirstOrThrow();
  const menus = await server.db.kysely
    .selectFrom("sys_permission")
    .select("id")
    .where("component", "in", components)
    .execute();
  const permissionIds = menus.map(({ id }) => id).join(",");
  const admin = await server.as("admin");
  await admin.post("/sys/permission/saveRolePermission", { roleId: role.id, permissionIds, lastpermissionIds: "" });
  return username;
}

/**
 * Opens every dashboard of a person's menu and asks for what it shows.
 *
 * @param documentOf the dashboard as this person's browser gets it
 * @returns addresses that were asked, and those that were refused
 */
async function openAll(username: string, documentOf: (person: TestClient, id: string) => Promise<ScreenDocument>) {
  const person = await server.as(username);
  const { result } = await person.get<{ menu: readonly MenuNode[] }>("/sys/permission/getUserPermissionByToken", {
    headers: { "x-client": "schema-console" },
  });
  const own = componentsOf(result.menu);
  const sent: string[] = [];
  const refused: string[] = [];
  const send = async ({ method, url, params, data }: RequestOptions) => {
    const query = Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]));
    const answer = await (method === "POST" ? person.post(url, data) : person.get(url, { query }));
    sent.push(url);
    if (answer.status === 403) refused.push(url);
    if (!answer.success) throw new RequestError(answer.message, answer.status, answer);
    return answer;
  };
  const services: ConsoleServices = { ...fixtureConsole().services, send: send as ConsoleServices["send"] };
  const scope = buildScope(services, {});
  for (const { id } of dashboards) {
    if (id === undefined || !own.includes(`schema:${id}`)) continue;
    const plan = compileScreen(await documentOf(person, id), server.context.engine.models);
    const panels = "panels" in plan && plan.panels ? plan.panels : [];
    const rows = new PanelRows(services, scope);
    await Promise.allSettled(
      panels.map((panel) => (panel.kind === "panel" && isTrue(panel.visible, scope) ? rows.load(panel) : undefined)),
    );
  }
  return { sent, refused };
}

const asAnswered = async (person: TestClient, id: string): Promise<ScreenDocument> => {
  const { result } = await person.get<ScreenAnswer>(`/lowcode/screens/${id}`);
  if (!result.screen) throw new Error(`no screen ${id}`);
  return result.screen;
};

const asWritten = async (_person: TestClient, id: string): Promise<ScreenDocument> => {
  const screen = screens.get(id);
  if (!screen) throw new Error(`no document ${id}`);
  return screen;
};

describe("dashboards", () => {
  it.each(["operator", "store_clerk", "sales_manager", "finance", "settle_manager", "auditor"])(
    "ask for nothing that the server refuses to %s, so its log of refusals stays empty",
    async (role) => {
      const warned = vi.spyOn(server.log, "warn");
      const { sent, refused } = await openAll(await personOf(role), asAnswered);
      expect(sent.length).toBeGreaterThan(0);
      expect(refused).toEqual([]);
      expect(warned.mock.calls.filter(([, text]) => text === "refused")).toEqual([]);
    },
  );

  it("run into refusals, each of them logged, for panels that the server would have left out", async () => {
    const username = await onlooker();
    expect((await openAll(username, asAnswered)).refused).toEqual([]);
    const warned = vi.spyOn(server.log, "warn");
    const { refused } = await openAll(username, asWritten);
    expect(refused.length).toBeGreaterThan(0);
    expect(warned.mock.calls.filter(([, text]) => text === "refused")).toHaveLength(refused.length);
  });
});
