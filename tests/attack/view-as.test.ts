import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

describe("looking at what another user sees", () => {
  let server: TestServer;
  let admin: TestClient;
  let clerkId: string;
  let viewer: TestClient;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
    clerkId = await addUser(server, {
      username: "clerk",
      realname: "店员",
      departs: ["A01"],
      permissions: ["system:role:list", "system:role:add", "system:role:delete", "system:user:viewAs"],
    });
    const { result } = await admin.post<{ token: string; viewer: string }>("/sys/user/viewAs", { userId: clerkId });
    viewer = server.withToken(result.token);
  });
  afterAll(() => server.close());

  it("the administrator sees with the user's rights, no more and no less", async () => {
    const { result } = await viewer.get<{ userInfo: { username: string } }>("/sys/user/getUserInfo");
    expect(result.userInfo.username).toBe("clerk");
    expect((await viewer.get("/sys/role/list")).success).toBe(true);
    expect((await viewer.get("/sys/user/list")).status).toBe(403);
  });

  it("every route that is not for reading is refused, whatever the user may do", async () => {
    const writing = server.routes.filter(
      (route) => ["POST", "PUT", "DELETE"].includes(route.method) && route.permission !== "public",
    );
    expect(writing.length).toBeGreaterThan(100);
    const readers = [
      "/api/lowcode/aggregate",
      "/api/sys/logout",
      ...["parseSql", "preview"].map((call) => `/api/online/cgreport/head/${call}`),
      "/api/online/cgform/head/preview",
      "/api/online/document/check",
    ];
    const before = await server.db.kysely.selectFrom("sys_role").selectAll().orderBy("id").execute();
    const open: string[] = [];
    for (const route of writing) {
      if (readers.includes(route.url)) continue;
      const path = route.url.replace(/^\/api/, "").replaceAll(/:\w+|\*/g, "x");
      const answer = await viewer[route.method.toLowerCase() as "post" | "put" | "delete"](path, {});
      const isRefused = answer.status === 403 && answer.message.startsWith("正在以他人身份查看");
      if (!isRefused) open.push(`${route.method} ${route.url} ${answer.status}`);
    }
    expect(open).toEqual([]);
    expect(await server.db.kysely.selectFrom("sys_role").selectAll().orderBy("id").execute()).toEqual(before);
  });

  it("calls that change something by GET are refused too", async () => {
    expect((await viewer.get("/sys/dict/refleshCache")).status).toBe(403);
  });

  it("it stands in the log under the administrator's name", async () => {
    const rows = await server.db.kysely
      .selectFrom("sys_log")
      .select(["userid", "log_content"])
      .where("log_content", "like", "%的身份查看")
      .execute();
    expect(rows).toEqual([{ userid: "admin", log_content: "以 店员（clerk）的身份查看" }]);
  });

  it("back from it, files are read with the own session again", async () => {
    const cookieOf = ({ headers }: { readonly headers: object }) =>
      /sc_files=([\w-]*)/.exec(String(Reflect.get(headers, "set-cookie")))?.[1];
    const begun = await admin.post<{ token: string }>("/sys/user/viewAs", { userId: clerkId });
    expect(cookieOf(begun)).toBe(begun.result.token);
    expect(cookieOf(await server.withToken(begun.result.token).post("/sys/logout"))).toBe("");
    expect(cookieOf(await admin.get("/sys/user/getUserInfo"))).toBe(admin.token);
  });

  it("only administrators may, whatever codes somebody holds, and nobody looks at the frozen or at themselves", async () => {
    const clerk = await server.as("clerk");
    const adminId = (await admin.get<{ userInfo: { id: string } }>("/sys/user/getUserInfo")).result.userInfo.id;
    expect((await clerk.post("/sys/user/viewAs", { userId: adminId })).status).toBe(403);
    expect((await admin.post("/sys/user/viewAs", { userId: adminId })).success).toBe(false);
    const frozen = await addUser(server, { username: "icy", status: 2 });
    expect((await admin.post("/sys/user/viewAs", { userId: frozen })).success).toBe(false);
  });

  it("it ends when the administrator loses their role or signs the view out", async () => {
    const second = await addUser(server, { username: "second" });
    const role = await server.db.kysely
      .selectFrom("sys_role")
      .select("id")
      .where("role_code", "=", "admin")
      .executeTakeFirstOrThrow();
    await admin.post("/sys/user/addSysUserRole", { roleId: role.id, userIdList: [second] });
    const other = await server.as("second");
    const { result } = await other.post<{ token: string }>("/sys/user/viewAs", { userId: clerkId });
    const look = server.withToken(result.token);
    expect((await look.get("/sys/role/list")).success).toBe(true);
    await admin.delete("/sys/user/deleteUserRole", { query: { roleId: String(role.id), userId: second } });
    expect((await look.get("/sys/role/list")).status).toBe(401);
    expect((await viewer.post("/sys/logout")).success).toBe(true);
    expect((await viewer.get("/sys/role/list")).status).toBe(401);
  });
});

describe("why", () => {
  interface Why {
    readonly allowed: boolean;
    readonly steps: readonly { readonly rule: string; readonly value: string; readonly passes: boolean }[];
  }
  let server: TestServer;
  let admin: TestClient;
  let userId: string;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
    userId = await addUser(server, { username: "clerk", departs: ["A01"], permissions: ["member:member:list"] });
    const columns = { version: 1, tenant_id: 0, mobile: "13900000001", realname: "王芳", status: "1" };
    await server.db.kysely
      .insertInto("member")
      .values([
        { id: "own", member_no: "M1", sys_org_code: "A01", ...columns },
        { id: "far", member_no: "M2", sys_org_code: "B01", ...columns, mobile: "13900000002" },
      ])
      .execute();
    const rule = await admin.post<{ id: string }>("/sys/permission/addPermissionRule", {
      permissionId: "member.member",
      ruleName: "自己部门",
      ruleColumn: "sysOrgCode",
      ruleConditions: "=",
      ruleValue: "#{sys_org_code}",
    });
    const role = await server.db.kysely
      .selectFrom("sys_role")
      .select("id")
      .where("role_code", "=", "role_clerk")
      .executeTakeFirstOrThrow();
    await admin.post("/sys/role/datarule", {
      permissionId: "member.member",
      roleId: role.id,
      dataRuleIds: rule.result.id,
    });
  });
  afterAll(() => server.close());

  const ask = async (query: Record<string, string>) =>
    (await admin.get<Why>("/sys/permission/why", { query: { userId, ...query } })).result;

  it("a granted button names the role that gave it, another the lack of any", async () => {
    const granted = await ask({ code: "member:member:list" });
    expect(granted.allowed).toBe(true);
    expect(granted.steps.at(-1)).toEqual({ rule: "授权来自", value: "角色 角色 clerk", passes: true });
    const denied = await ask({ code: "member:member:delete" });
    expect(denied.allowed).toBe(false);
    expect(denied.steps.find((step) => !step.passes)).toEqual({
      rule: "授权来自",
      value: "没有任何角色授予",
      passes: false,
    });
    expect((await ask({ code: "no:such:code" })).steps[1]?.value).toBe("no:such:code：没有这个菜单或按钮");
  });

  it("a row is tried against each rule, its variables filled in", async () => {
    expect((await ask({ model: "member/member", id: "own" })).allowed).toBe(true);
    const far = await ask({ model: "member/member", id: "far" });
    expect(far.allowed).toBe(false);
    expect(far.steps.filter((step) => !step.passes)).toEqual([
      { rule: "数据规则：所属部门 等于 本人当前部门", value: "等于 A01", passes: false },
    ]);
    expect((await ask({ model: "member/member", id: "none" })).steps[2]).toMatchObject({ passes: false });
  });

  it("a field tells who may see and change it", async () => {
    const answer = await ask({ model: "member/member", field: "memberNo" });
    expect(answer.allowed).toBe(true);
    expect(answer.steps.at(-1)).toEqual({ rule: "可以修改", value: "否：由系统填写", passes: false });
  });

  it("staff without the permission learn nothing", async () => {
    const clerk = await server.as("clerk");
    const answer = await clerk.get("/sys/permission/why", { query: { userId, code: "member:member:list" } });
    expect(answer).toMatchObject({ status: 403, result: null });
  });
});
