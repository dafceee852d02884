import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { setPassword } from "../../server/auth/secrets.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer, testPassword } from "../support/test-server.ts";

interface Version {
  readonly dataId: string;
  readonly dataVersion: number;
  readonly change: "saved" | "deleted";
  readonly createBy: string;
  readonly createTime: string;
  readonly dataContent: string;
}
type Content = Readonly<Record<string, string | null>>;
const contentOf = ({ dataContent }: Version) => JSON.parse(dataContent) as Content;
const byWhat = (one: { what?: string | null | undefined }, two: { what?: string | null | undefined }) =>
  String(one.what) < String(two.what) ? -1 : 1;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const phones = ["member.member", "member.member#member:member:plain"];

/** What an auditor writes: it asks the two logs and nothing else. */
function audit(client: TestClient) {
  const versionsOf = async (dataTable: string): Promise<readonly Version[]> => {
    const found: Version[] = [];
    for (let pageNo = 1; ; pageNo += 1) {
      const query = { dataTable, pageNo: String(pageNo), pageSize: "1000", column: "dataVersion", order: "asc" };
      const { result } = await client.get<Page<Version>>("/sys/dataLog/list", { query });
      found.push(...result.records);
      if (found.length >= result.total) return found;
    }
  };
  /** Each link that was in force at any moment of a day, with who made it. */
  const inForce = async (dataTable: string, from: string, to: string) => {
    const rows = new Map<string, Version[]>();
    for (const version of await versionsOf(dataTable)) {
      rows.set(version.dataId, [...(rows.get(version.dataId) ?? []), version]);
    }
    return [...rows.values()].flatMap((versions) => {
      const until = versions.filter(({ createTime }) => createTime <= to);
      const gone = until.findLast(({ change }) => change === "deleted");
      const first = until.find(({ change }) => change === "saved");
      if (!first || (gone && gone.createTime < from)) return [];
      return [{ by: first.createBy, content: contentOf(first) }];
    });
  };
  return {
    async whoCouldSee(wanted: readonly string[], from: string, to: string) {
      const roleCodes = new Map((await versionsOf("sys_role")).map((row) => [row.dataId, contentOf(row).roleCode]));
      const names = new Map((await versionsOf("sys_user")).map((row) => [row.dataId, contentOf(row).username]));
      const grants = await inForce("sys_role_permission", from, to);
      const members = await inForce("sys_user_role", from, to);
      const people = [...new Set(members.map(({ content }) => String(content.userId)))];
      const found = people.flatMap((userId) => {
        const roles = members.filter(({ content }) => content.userId === userId).map(({ content }) => content.roleId);
        const isAdmin = roles.some((id) => roleCodes.get(String(id)) === "admin");
        const given = grants
          .filter(
            ({ content }) => roles.includes(content.roleId ?? null) && wanted.includes(content.permissionId ?? ""),
          )
          .map(({ by, content }) => ({ what: content.permissionId, by }));
        if (!isAdmin && new Set(given.map(({ what }) => what)).size < wanted.length) return [];
        return [{ who: names.get(userId), isAdmin, given: given.sort(byWhat) }];
      });
      return found.sort((one, two) => (String(one.who) < String(two.who) ? -1 : 1));
    },
    async whoExported(what: string) {
      const query = { operateType: "6", keyWord: what, pageSize: "100" };
      const { result } = await client.get<Page<Content>>("/sys/log/list", { query });
      return result.records.map(({ userid, logContent }) => [userid, logContent]);
    },
  };
}

const addPerson = async (username: string, roleIds: readonly string[] = []) => {
  const secret = { password: testPassword, confirmpassword: testPassword };
  const body = { username, realname: username, ...secret, selectedroles: roleIds.join(",") };
  const { result } = await admin.post<{ id: string }>("/sys/user/add", body);
  // Whose password others chose changes it first; that is not what is looked at here.
  await setPassword(server.db.kysely, result.id, testPassword, { mustChange: false });
  return result.id;
};
const roleId = async (roleCode: string) => {
  const { result } = await admin.get<Page<{ id: string }>>("/sys/role/list", { query: { roleCode } });
  return result.records[0]?.id ?? "";
};

it("SYS-17: the logs alone tell who could see member phones on a day, who gave that right, and who exported what", async () => {
  await addPerson("giver", [await roleId("admin")]);
  const giver = await server.as("giver");
  const { result: role } = await giver.post<{ id: string; createTime: string }>("/sys/role/add", {
    ...{ roleCode: "phones", roleName: "话务" },
  });
  const today = role.createTime.slice(0, 10);
  const permissionIds = [...phones, "member.member#member:member:export"].join(",");
  await giver.post("/sys/permission/saveRolePermission", { roleId: role.id, permissionIds, lastpermissionIds: "" });
  await addPerson("reader", [role.id]);
  const seer = await addPerson("seer");
  await addPerson("clerk", [await roleId("store_clerk")]);
  await admin.post("/sys/user/addSysUserRole", { roleId: role.id, userIdList: [seer] });
  const exported = await (await server.as("seer")).get("/member/member/exportXls", { query: { format: "csv" } });
  expect(exported.status).toBe(200);
  await admin.delete("/sys/user/deleteUserRole", { query: { roleId: role.id, userId: seer } });

  const auditor = audit(admin);
  const on = async (day: string) => auditor.whoCouldSee(phones, `${day} 00:00:00`, `${day} 23:59:59`);
  const given = [
    { what: "member.member", by: "giver" },
    { what: "member.member#member:member:plain", by: "giver" },
  ];
  expect(await on(today)).toEqual([
    { who: "admin", isAdmin: true, given: [] },
    { who: "giver", isAdmin: true, given: [] },
    { who: "reader", isAdmin: false, given },
    { who: "seer", isAdmin: false, given },
  ]);
  expect(await on("2000-01-01")).toEqual([]);
  expect((await on("2999-01-01")).map(({ who }) => who)).toEqual(["admin", "giver", "reader"]);
  expect(await auditor.whoExported("导出会员")).toEqual([["seer", expect.stringMatching(/^导出会员，条件：/)]]);
});

it("SYS-17: who came into a role or left it stands in the log by name, also with the role's deletion", async () => {
  const userId = await addUser(server, { username: "joins", realname: "周舟" });
  const { result: role } = await admin.post<{ id: string }>("/sys/role/add", { roleCode: "club", roleName: "俱乐部" });
  await admin.post("/sys/user/addSysUserRole", { roleId: role.id, userIdList: [userId] });
  const told = await admin.get<Page<Content>>("/sys/log/list", { query: { keyWord: "俱乐部（club）添加用户" } });
  expect(told.result.records[0]?.logContent).toBe("角色 俱乐部（club）添加用户 周舟（joins）");
  await admin.delete("/sys/role/delete", { query: { id: role.id } });
  const { result } = await admin.get<Page<Version>>("/sys/dataLog/list", {
    query: { dataTable: "sys_user_role", pageSize: "1000", column: "dataVersion", order: "asc" },
  });
  const own = result.records.filter(({ dataContent }) => JSON.parse(dataContent).userId === userId);
  expect(own.map(({ change, dataVersion, createBy }) => [change, dataVersion, createBy])).toEqual([
    ["saved", 1, "admin"],
    ["deleted", 2, "admin"],
  ]);
});
