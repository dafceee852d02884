import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PermissionPayload } from "../../server/documents/menu/menu-payload.ts";
import { loadPermissionRows } from "../../server/documents/menu/permission-rows.ts";
import { syncMenus } from "../../server/documents/menu/sync-menus.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

describe("permission payload", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    await addUser(server, { username: "clerk", permissions: ["member:member:list", "member:member:add"] });
    await addUser(server, { username: "empty" });
  });
  afterAll(() => server.close());

  const ours = { "x-client": "schema-console" };
  const payloadOf = async (username: string, headers: Readonly<Record<string, string>> = ours) => {
    const client = await server.as(username);
    return (await client.get<PermissionPayload>("/sys/permission/getUserPermissionByToken", { headers })).result;
  };

  it("a client of the 2.4 era gets the pages of its own console, ours gets ours", async () => {
    const componentsOf = async (headers: Readonly<Record<string, string>>) => {
      const { menu } = await payloadOf("admin", headers);
      const nodes = menu.flatMap((node) => [node, ...(node.children ?? [])]);
      return new Map(nodes.map(({ path, component, meta }) => [path, `${component} ${meta.componentName}`]));
    };
    const [former, own] = [await componentsOf({}), await componentsOf(ours)];
    for (const [path, mine, theirs] of [
      ["/dashboard/analysis", "schema:dashboard/analysis analysis", "dashboard/Analysis Analysis"],
      ["/system/user", "schema:system/user user", "system/UserList UserList"],
      ["/system/role", "schema:system/role role", "system/RoleUserList RoleUserList"],
      ["/system/dict", "schema:system/dict dict", "system/DictList DictList"],
      ["/monitor/jvm", "schema:monitor/jvm jvm", "modules/monitor/JvmInfo JvmInfo"],
      [
        "/online/cgform",
        "schema:online/form-heads form-heads",
        "modules/online/cgform/OnlCgformHeadList OnlCgformHeadList",
      ],
      // Of no page of that console: it keeps our name.
      ["/member/member", "schema:member/member member", "schema:member/member member"],
      ["/system", "layouts/RouteView RouteView", "layouts/RouteView RouteView"],
    ]) {
      expect([path, own.get(path ?? "")]).toEqual([path, mine]);
      expect([path, former.get(path ?? "")]).toEqual([path, theirs]);
    }
    expect([...former.keys()]).toEqual([...own.keys()]);
    expect((await componentsOf({ "x-client": "other" })).get("/system/user")).toBe("system/UserList UserList");
  });

  it("each page that has a name in the former console is a page of ours", async () => {
    const names = (await server.context.dictionaries.options("former_component")) ?? [];
    const rows = await server.db.kysely.selectFrom("sys_permission").select("component").execute();
    const known = new Set(rows.map((row) => row.component));
    expect(names.length).toBeGreaterThan(25);
    expect(names.filter(({ value }) => !known.has(value))).toEqual([]);
  });

  it("the administrator holds every page and button without any grant", async () => {
    const { menu, auth, allAuth } = await payloadOf("admin");
    expect(menu.flatMap((node) => [node, ...(node.children ?? [])]).map((node) => node.path)).toContain(
      "/member/member",
    );
    expect(auth.map((entry) => entry.action)).toEqual(allAuth.map((entry) => entry.action));
    expect(allAuth).toContainEqual({ action: "member:member:add", status: "1", type: "1", describe: "新增" });
  });

  it("the administrator may list rows that have no page of their own, nobody else is told of their codes", async () => {
    const pages = new Set((await loadPermissionRows(server.db.kysely)).flatMap(({ perms }) => perms.split(",")));
    const lists = [...server.source.current.resolvedModels.values()].map((model) => `${model.permissionPrefix}:list`);
    const pageless = lists.filter((code) => !pages.has(code));
    expect(pageless.length).toBeGreaterThan(0);
    const [admin, clerk] = await Promise.all([payloadOf("admin"), payloadOf("clerk")]);
    expect(pageless.filter((code) => !admin.codeList.includes(code))).toEqual([]);
    expect(pageless.filter((code) => clerk.codeList.includes(code))).toEqual([]);
  });

  it("staff gets the granted page and button; allAuth names the others too", async () => {
    const { menu, auth, allAuth } = await payloadOf("clerk");
    const pages = menu
      .flatMap((node) => [node, ...(node.children ?? [])])
      .filter((node) => node.component.startsWith("schema:"));
    const granted = ["schema:member/member"];
    expect(menu[0]).toMatchObject({ path: "/dashboard/analysis", component: "dashboard/Analysis" });
    const everyone = ["schema:system/user-announcement", "schema:account/center"];
    expect(pages.map((node) => node.component)).toEqual(expect.arrayContaining([...granted, ...everyone]));
    expect(pages.map((node) => node.component)).not.toContain("schema:store/store-order");
    expect(auth).toEqual([{ action: "member:member:add", type: "1", describe: "新增" }]);
    expect(allAuth.map((entry) => entry.action)).toContain("member:member:delete");
  });

  it("a page's node is what recorded clients read", async () => {
    const { menu } = await payloadOf("clerk");
    const page = menu
      .flatMap((node) => [node, ...(node.children ?? [])])
      .find((node) => node.path === "/member/member");
    expect(page).toMatchObject({
      id: "member.member",
      path: "/member/member",
      name: "member-member",
      route: "1",
      component: "schema:member/member",
      meta: {
        title: "会员",
        icon: "UserOutlined",
        keepAlive: true,
        internalOrExternal: false,
        componentName: "member",
      },
    });
  });

  it("an address that somebody may not open is still a page, so that they are refused and not told that it is missing", async () => {
    const clerk = await server.as("empty");
    const exists = async (path: string) => (await clerk.get("/lowcode/pages/exists", { query: { path } })).result;
    expect([await exists("/system/user"), await exists("/system/nothing"), await exists("")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("somebody without grants has an empty menu", async () => {
    expect(await payloadOf("empty")).toMatchObject({ menu: [], auth: [], codeList: [] });
  });

  it("what an administrator changed of a shipped menu row stays after a restart; the rest follows the document", async () => {
    const db = server.db.kysely;
    await db
      .updateTable("sys_permission")
      .set({ name: "贵宾", url: "/elsewhere", perms: "changed" })
      .where("id", "=", "member.member")
      .execute();
    await syncMenus(server.db, server.context.documents.current);
    const row = await db.selectFrom("sys_permission").selectAll().where("id", "=", "member.member").executeTakeFirst();
    expect(row).toMatchObject({
      name: "贵宾",
      url: "/member/member",
      perms: "member:member:list",
      icon: "UserOutlined",
    });
  });

  it("a start that finds every row right writes none", async () => {
    const db = server.db.kysely;
    const written = async () =>
      (await sql<{ id: string; at: string }>`select id, xmin::text as at from sys_permission`.execute(db)).rows;
    const documents = server.context.documents.current;
    await syncMenus(server.db, documents);
    const before = await written();
    await syncMenus(server.db, documents);
    expect(await written()).toEqual(before);
    await db.updateTable("sys_permission").set({ has_child: "0" }).where("id", "=", "member").execute();
    await syncMenus(server.db, documents);
    const row = await db.selectFrom("sys_permission").select("has_child").where("id", "=", "member").executeTakeFirst();
    expect(row).toEqual({ has_child: "1" });
  });

  it("rows of a document that is gone disappear with it and come back with their grants", async () => {
    const documents = server.context.documents.current;
    const without = { ...documents, screens: new Map([...documents.screens].filter(([id]) => id !== "member/member")) };
    await syncMenus(server.db, without);
    await server.context.authentication.invalidate();
    expect((await payloadOf("clerk")).codeList).toEqual(["session"]);
    await syncMenus(server.db, documents);
    await server.context.authentication.invalidate();
    expect([...(await payloadOf("clerk")).codeList].sort()).toEqual([
      "member:member:add",
      "member:member:list",
      "session",
    ]);
  });

  it("a document that is broken keeps its rows", async () => {
    const documents = server.context.documents.current;
    const broken = {
      ...documents,
      screens: new Map([...documents.screens].filter(([id]) => id !== "member/member")),
      broken: new Map([["member/member", []]]),
    };
    await syncMenus(server.db, broken);
    expect((await payloadOf("clerk")).codeList).toContain("member:member:add");
  });
});
