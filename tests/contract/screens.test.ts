import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScreenAnswer } from "../../server/modules/screens.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const shipped = fileURLToPath(new URL("../../schemas", import.meta.url));

describe("screens for the browser", () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "schema-console-schemas-"));
    cpSync(shipped, folder, { recursive: true });
    writeFileSync(join(folder, "member", "torn.screen.json"), '{\n  "schemaVersion": 1,\n  "knd": "list"\n}\n');
    server = await createTestServer({ schemasDir: folder });
    await addUser(server, { username: "reader", permissions: ["member:member:list", "dashboard:analysis:list"] });
    await addUser(server, { username: "stranger" });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (username: string, id: string) =>
    (await server.as(username)).get<ScreenAnswer>(`/lowcode/screens/${id}`);

  it("a screen comes with the models it needs and nothing about how they are stored", async () => {
    const { result } = await open("reader", "member/member");
    expect(result.screen).toMatchObject({ kind: "list", model: "member/member" });
    expect(result.models["member/member"]).toMatchObject({ title: "会员", base: "/member/member" });
    expect(Object.keys(result.models["member/member"] ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(table|indexes|sample)$/)]),
    );
    expect(result.hash).toMatch(/^[0-9a-f]{32}$/);
    expect(result.diagnostics).toEqual([]);
  });

  it("who may not list the rows does not get the screen", async () => {
    expect(await open("stranger", "member/member")).toMatchObject({ status: 403, code: 510, result: null });
  });

  it("panels of rows that somebody may not list are left out, so nothing is asked for in vain", async () => {
    const models = async (username: string) => {
      const { screen } = (await open(username, "dashboard/analysis")).result;
      const panels = (screen as { panels: readonly { source?: { model?: string } }[] }).panels;
      return new Set(panels.flatMap(({ source }) => source?.model ?? []));
    };
    expect(await models("admin")).toEqual(
      new Set([
        "store/store-order",
        "member/member",
        "settle/settle-record",
        "settle/transfer-record",
        "settle/handle-order",
        "sales/salesman-business",
      ]),
    );
    expect(await models("reader")).toEqual(new Set(["member/member"]));
  });

  it("a broken document answers where it is broken, in place of a screen", async () => {
    const answer = await open("admin", "member/torn");
    expect(answer.success).toBe(true);
    expect(answer.result.screen).toBe(null);
    expect(answer.result.diagnostics[0]).toMatchObject({ file: "member/torn.screen.json", severity: "error" });
    expect(answer.result.diagnostics.some((finding) => finding.line === 3)).toBe(true);
  });

  it("an unknown screen is refused with the nearest name that the caller may open", async () => {
    expect(await open("reader", "member/membr")).toMatchObject({
      status: 404,
      message: "没有页面 member/membr，是否为 member/member",
    });
    expect((await open("stranger", "member/membr")).message).toBe("没有页面 member/membr");
  });

  it("NAV-04 a component name of an existing menu table finds the document that it stands for", async () => {
    const { result } = await open("reader", "modules/member/MemberList");
    expect(result.screen).toMatchObject({ id: "member/member" });
    expect(await open("stranger", "modules/member/MemberList")).toMatchObject({ status: 403 });
  });

  it("NAV-04 a component that nobody knows is answered with like names that the caller may open", async () => {
    // The personal centre, whose name is a little like it too, belongs to everybody with a grant.
    expect(await open("reader", "modules/member/MenberList")).toMatchObject({
      status: 404,
      result: { nearest: ["member/member", "account/center"] },
    });
    expect(await open("stranger", "modules/member/MenberList")).toMatchObject({ result: { nearest: [] } });
  });

  it.each(["../package", "%2e%2e%2fmember", "__proto__", "constructor", "member/member.model"])(
    "the id %s reaches no file and no object",
    async (id) => {
      const answer = await open("admin", id);
      expect(answer.status).toBe(404);
      expect(Object.keys(answer.result ?? {})).not.toContain("screen");
    },
  );
});
