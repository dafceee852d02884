import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

type Member = Readonly<Record<string, unknown>>;

describe("words beside values that no dictionary names", () => {
  let server: TestServer;
  let admin: TestClient;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
    await addUser(server, { username: "lily", realname: "李莉", departs: ["A01"] });
    await server.db.kysely.updateTable("sys_user").set({ org_code: "A01" }).where("username", "=", "lily").execute();
  });
  afterAll(() => server.close());

  const add = async (mobile: string, values: Member) => {
    const body = { realname: "王芳", mobile, registerSource: "2", ...values };
    const { result, message, success } = await admin.post<Member>("/member/member/add", body);
    expect([success, message]).toEqual([true, message]);
    return result ?? {};
  };
  const listed = async (mobile: string) => {
    const { result } = await admin.get<{ records: Member[] }>("/member/member/list", { query: { mobile } });
    return result?.records[0];
  };

  it("a division reads as its province, city and district; an abolished one keeps its name", async () => {
    await add("13800000001", { areaCode: "330106" });
    await add("13800000002", { areaCode: "330104" });
    expect((await listed("13800000001"))?.areaCode_dictText).toBe("浙江省杭州市西湖区");
    expect((await listed("13800000002"))?.areaCode_dictText).toBe("浙江省杭州市江干区");
  });

  it("a code that never was a division has no words, and neither has an empty field", async () => {
    await add("13800000003", { areaCode: "999999" });
    await add("13800000004", {});
    expect((await listed("13800000003"))?.areaCode_dictText).toBeNull();
    expect((await listed("13800000004"))?.areaCode_dictText).toBeNull();
  });

  it("a stored file reads by the name it was uploaded with", async () => {
    const { body, options } = multipartBody([
      { name: "biz", value: "member" },
      { name: "file", value: png, fileName: "头像,一.png" },
    ]);
    const { message } = await admin.post("/sys/common/upload", body, options);
    await add("13800000005", { avatar: message });
    expect((await listed("13800000005"))?.avatar_dictText).toBe("头像，一.png");
  });

  it("a department cell reads by its name, whether it holds a code or an id", async () => {
    const { result } = await admin.get<{ records: Member[] }>("/sys/user/list", { query: { username: "lily" } });
    expect(result?.records[0]?.orgCode_dictText).toBe("部门 A01");
  });

  it("a detail names who made the row; a deleted user stays as the account name", async () => {
    const { id } = await add("13800000006", {});
    const read = async () =>
      (await admin.get<Member>("/member/member/queryById", { query: { id: String(id) } })).result;
    expect(await read()).toMatchObject({ createBy: "admin", createBy_dictText: "管理员" });
    await server.db.kysely
      .updateTable("member" as never)
      .set({ create_by: "gone" } as never)
      .where("id" as never, "=", id as never)
      .execute();
    expect(await read()).toMatchObject({ createBy: "gone", createBy_dictText: null });
  });

  it("a province in the query finds what is in it and below, and nothing else", async () => {
    await add("13800000007", { areaCode: "440305" });
    const { result } = await admin.get<{ records: Member[] }>("/member/member/list", {
      query: { areaCode: "44*", pageSize: "100" },
    });
    expect(result?.records.map((row) => row.areaCode)).toEqual(["440305"]);
  });
});
