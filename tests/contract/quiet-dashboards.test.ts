import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { fixtureConsole } from "../../renderers/testing/fixture-console.ts";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { PanelRows } from "../../runtime/react/panel-rows.ts";
import { buildScope, isTrue } from "../../runtime/react/scope.ts";
import { type ConsoleServices, RequestError, type RequestOptions } from "../../runtime/react/services.ts";
import { PermissionStore } from "../../src/stores/permissions.ts";
import { fakeClient, memoryEntries } from "../../src/stores/test-parts.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, shippedDocuments, type TestServer } from "../support/test-server.ts";

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

/** Opens every dashboard of a person's menu; answers the calls that went out and those that were refused. */
async function openAll(username: string, knowsCodes: boolean) {
  const person = await server.as(username);
  const { result } = await person.get<{ menu: readonly MenuNode[] }>("/sys/permission/getUserPermissionByToken");
  const own = componentsOf(result.menu);
  const held = new PermissionStore(
    fakeClient(() => result),
    memoryEntries(),
  );
  await held.load();
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
  const services: ConsoleServices = {
    ...fixtureConsole().services,
    send: send as ConsoleServices["send"],
    permissions: held,
    hasPermission: (code) => held.has(code),
    ...(knowsCodes ? { mayCall: (code: string) => held.mayCall(code) } : {}),
  };
  const scope = buildScope(services, {});
  for (const screen of dashboards) {
    if (!own.includes(`schema:${screen.id}`)) continue;
    const plan = compileScreen(screen, server.context.engine.models);
    const panels = "panels" in plan && plan.panels ? plan.panels : [];
    const rows = new PanelRows(services, scope);
    await Promise.allSettled(
      panels.map((panel) => (panel.kind === "panel" && isTrue(panel.visible, scope) ? rows.load(panel) : undefined)),
    );
  }
  return { sent, refused };
}

describe("dashboards", () => {
  it.each(["operator", "store_clerk", "sales_manager", "finance", "settle_manager", "auditor"])(
    "ask for nothing that the server refuses to %s, so its log of refusals stays empty",
    async (role) => {
      const warned = vi.spyOn(server.log, "warn");
      const { sent, refused } = await openAll(await personOf(role), true);
      expect(sent.length).toBeGreaterThan(0);
      expect(refused).toEqual([]);
      expect(warned.mock.calls.filter(([, text]) => text === "refused")).toEqual([]);
    },
  );

  it("run into refusals, each of them logged, where the codes are not looked at", async () => {
    const username = await onlooker();
    expect((await openAll(username, true)).refused).toEqual([]);
    const warned = vi.spyOn(server.log, "warn");
    const { refused } = await openAll(username, false);
    expect(refused.length).toBeGreaterThan(0);
    expect(warned.mock.calls.filter(([, text]) => text === "refused")).toHaveLength(refused.length);
  });
});
