import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DocumentStore } from "../../server/documents/load-documents.ts";
import { createDocumentStore } from "../../server/documents/load-documents.ts";
import {
  applyOverlays,
  exportOverlays,
  overlayLines,
  planPull,
  readOverlayFile,
} from "../../server/documents/published/overlay-transfer.ts";
import { PublishedDocuments } from "../../server/documents/published/published-documents.ts";
import { settleCaughtUp } from "../../server/documents/published/settle-caught-up.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { unhurried } from "../support/unhurried.ts";
import { until } from "../support/until.ts";

let server: TestServer;
let admin: TestClient;
const base = "/online/document";
const path = "online/form-heads.screen.json";

interface Read {
  readonly text: string;
  readonly tag: string;
  readonly version: number;
  readonly draft: { readonly text: string; readonly baseText: string } | null;
  readonly conflicts: readonly { readonly path: readonly string[] }[];
  readonly problem: string | null;
}
interface Check {
  readonly findings: readonly { code: string; line: number; severity: string; message: string }[];
  readonly elsewhere: readonly { file: string }[];
  readonly mayPublish: boolean;
  readonly lost: readonly { code: string; roles: readonly string[] }[];
  readonly page: { readonly screen: { readonly title?: string } } | null;
}
const read = async (of = path) => {
  const answer = await admin.get<Read>(`${base}/read`, { query: { path: of } });
  expect(answer).toMatchObject({ success: true });
  return answer.result;
};
const check = async (text: string, of = path) => {
  const answer = await admin.post<Check>(`${base}/check`, { path: of, text });
  return answer.result;
};
const publish = async (text: string, expected: string, who = admin) =>
  who.post<Read & { current?: Read }>(`${base}/publish`, { path, text, expected });
const shownTitle = async () =>
  (await admin.get<{ screen: { title: string } }>("/lowcode/screens/online/form-heads")).result.screen.title;
const withTitle = (text: string, title: string) => text.replace(/"title": "[^"]*"/, `"title": "${title}"`);
const state = async (of: string) =>
  (await admin.get<{ records: { state: string }[] }>(`${base}/list`, { query: { id: of } })).result.records[0]?.state;

beforeAll(async () => {
  server = await createTestServer();
  admin = unhurried(await server.as("admin"));
});
afterAll(() => server.close());

it("a draft is its author's, and changes nothing that others see", async () => {
  const { text, tag } = await read();
  const title = await shownTitle();
  expect(await admin.put(`${base}/draft`, { path, text: `${text} {`, baseText: text })).toMatchObject({
    success: true,
  });
  expect(await read()).toMatchObject({ text, tag, draft: { text: `${text} {`, baseText: text } });
  expect(await state(path)).toBe("draft");
  await addUser(server, { username: "reader", permissions: ["online:document:list", "online:document:edit"] });
  const reader = unhurried(await server.as("reader"));
  expect((await reader.get<Read>(`${base}/read`, { query: { path } })).result.draft).toBeNull();
  expect(await shownTitle()).toBe(title);
  expect(await admin.delete(`${base}/draft`, { query: { path } })).toMatchObject({ success: true });
  expect(await state(path)).toBe("file");
});

it("viewing, editing, publishing and restoring are rights of their own", async () => {
  const reader = unhurried(await server.as("reader"));
  const { text, tag } = await read();
  expect(await reader.post(`${base}/check`, { path, text })).toMatchObject({ success: true });
  expect(await publish(withTitle(text, "x"), tag, reader)).toMatchObject({ status: 403 });
  expect(await reader.post(`${base}/restore`, { path, version: 0, expected: tag })).toMatchObject({ status: 403 });
  await addUser(server, { username: "viewer", permissions: ["online:document:list"] });
  const viewer = unhurried(await server.as("viewer"));
  expect(await viewer.post(`${base}/check`, { path, text })).toMatchObject({ status: 403 });
});

it("a published title is in force at once on every server, open tabs are told, and a version is made", async () => {
  const heard: string[] = [];
  await server.db.listen("live", (payload) => heard.push(payload));
  const other = new PublishedDocuments({
    db: server.db,
    documents: { current: server.context.published.files },
    note: () => {},
    changed: () => {},
  });
  await other.start();
  const { text, tag } = await read();
  const answer = await publish(withTitle(text, "全部门店"), tag);
  expect(answer).toMatchObject({ success: true, message: "已发布第 1 版", result: { version: 1, draft: null } });
  expect(await shownTitle()).toBe("全部门店");
  await until(() => expect(other.documents.current.screens.get("online/form-heads")?.title).toBe("全部门店"));
  await until(() => expect(heard.some((payload) => payload.includes('"published"'))).toBe(true));
  await other.stop();
  const { rows } = await sql<{ overlay: string }>`select overlay from onl_document_version`.execute(server.db.kysely);
  expect(rows).toEqual([{ overlay: '{"title":"全部门店"}' }]);
  const menu = await sql<{ name: string }>`select name from sys_permission where id = 'online.form-heads'`.execute(
    server.db.kysely,
  );
  expect(menu.rows).toHaveLength(1);
  expect(await state(path)).toBe("edited");
});

it("the second of two people who publish gets what the first one did instead of overwriting it", async () => {
  const { text, tag } = await read();
  expect(await publish(withTitle(text, "门店一览"), tag)).toMatchObject({ success: true });
  const late = await publish(withTitle(text, "门店清单"), tag);
  expect(late).toMatchObject({ status: 409, result: { current: { version: 2 } } });
  expect(late.result.current?.text).toContain("门店一览");
  const now = await read();
  const both = await Promise.all([
    publish(withTitle(now.text, "甲"), now.tag),
    publish(withTitle(now.text, "乙"), now.tag),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it("broken JSON, a wrong word, 5 MB and an expression that reaches outside are refused with their place", async () => {
  const { text, tag } = await read();
  const faulty = [
    [`${text.slice(0, 40)},,`, "LC1001"],
    [text.replace('"table"', '"tabel"'), "LC1"],
    [text + " ".repeat(5 * 1024 * 1024), "LC1002"],
    [text.replace(/"title": "[^"]*"/, '"title": "a", "constructor": 1'), "LC1005"],
    [
      text.replace(
        /"title": "[^"]*"/,
        '"title": "a", "toolbar": [{"key":"x","label":"x","visible":"{{ row.constructor.constructor(1) }}","do":[{"type":"reload"}]}]',
      ),
      "LC",
    ],
  ] as const;
  const before = await shownTitle();
  for (const [bad, code] of faulty) {
    const { findings, mayPublish } = await check(bad);
    expect(mayPublish, code).toBe(false);
    const [first] = findings.filter(({ severity }) => severity === "error");
    expect(first?.code, code).toContain(code);
    expect(first?.line).toBeGreaterThan(0);
    expect(await publish(bad, tag)).toMatchObject({ success: false, message: "文档有错误，没有发布" });
  }
  expect(await shownTitle()).toBe(before);
  expect(await admin.get("/health")).toMatchObject({ status: 200 });
  expect(await check(text, "../package.json").catch(() => undefined)).toBeFalsy();
});

it("AUT-04 a title that has no room in the menu is refused with its place, before it is published", async () => {
  const { text, tag } = await read();
  const long = "长".repeat(101);
  const bad = withTitle(text, long);
  const { findings, mayPublish } = await check(bad);
  expect(mayPublish).toBe(false);
  expect(findings).toMatchObject([
    { code: "LC1107", line: 6, message: `“${"长".repeat(60)}…” 是菜单或权限的名称，最多 100 个字符` },
  ]);
  expect(await publish(bad, tag)).toMatchObject({ success: false, message: "文档有错误，没有发布" });
  expect((await check(withTitle(text, "长".repeat(100)))).mayPublish).toBe(true);
});

it("a menu path that another page has is refused at the draft, which names that page", async () => {
  const taken = "store/store-salesman.screen.json";
  const { menu } = JSON.parse((await read(taken)).text) as { menu: { path: string } };
  const { text, tag } = await read();
  const draft = JSON.parse(text) as { menu: { path: string } };
  draft.menu.path = menu.path;
  const asked = await check(JSON.stringify(draft));
  expect(asked).toMatchObject({ mayPublish: false, elsewhere: [] });
  const refused = `菜单路径 “${menu.path}” 已由 ${taken} 使用`;
  expect(asked.findings.map(({ code, message }) => [code, message])).toEqual([["LC2012", refused]]);
  const { result } = await publish(JSON.stringify(draft), tag);
  expect(result).toMatchObject({ findings: [{ file: path, message: refused }] });
});

it("what decides storage and rights of a model changes in its file only", async () => {
  const model = "store/store.model.json";
  const { text } = await read(model);
  const closed = await check(
    text.replace(/"permissionPrefix": "[^"]*"|"table": "[^"]*"/, '"table": "sys_user"'),
    model,
  );
  expect(closed.mayPublish).toBe(false);
  expect(closed.findings).toContainEqual(expect.objectContaining({ code: "LC2024" }));
  const open = await check(text.replace(/("title": ")/, "$1新"), model);
  expect(open).toMatchObject({ mayPublish: true });
});

it("whoever may publish a page grants nobody rights by it", async () => {
  const { text } = await read();
  const screen = JSON.parse(text);
  const { mayPublish, findings } = await check(JSON.stringify({ ...screen, access: { store_clerk: { do: ["*"] } } }));
  expect([mayPublish, findings.map(({ code }) => code)]).toEqual([false, ["LC2024"]]);
});

it("a check names the permissions that go and the roles that hold them", async () => {
  await addUser(server, { username: "buyer", permissions: ["online:cgform:synch"] });
  const { text } = await read();
  const document = JSON.parse(text);
  const items = document.rowActions.items.filter(({ key }: { key?: string }) => key !== "synch");
  const answer = await check(JSON.stringify({ ...document, rowActions: { ...document.rowActions, items } }));
  expect(answer).toMatchObject({ elsewhere: [], mayPublish: true });
  const { lost } = answer;
  expect(lost).toContainEqual(expect.objectContaining({ code: "online:cgform:synch", roles: ["角色 buyer"] }));
});

it("a newer file keeps the published change, and a place that both changed is listed", async () => {
  const { published } = server.context;
  const files = published.files;
  const newer = (from: RegExp, to: string): DocumentStore =>
    createDocumentStore(
      [...files.files.values()].map((file) =>
        file.path === path ? { path, text: file.text.replace(from, to) } : file,
      ),
    );
  const source = server.context.documents as { current: DocumentStore };
  const title = await shownTitle();
  try {
    source.current = newer(/"sort": \d+/, '"sort": 77');
    const merged = await read();
    expect(merged).toMatchObject({ conflicts: [], problem: null });
    expect(JSON.parse(merged.text)).toMatchObject({ title, menu: { sort: 77 } });
    source.current = newer(/"title": "[^"]*"/, '"title": "新版表单"');
    expect(await read()).toMatchObject({ conflicts: [{ path: ["title"] }] });
    expect(await shownTitle()).toBe(title);
    expect(await state(path)).toBe("conflict");
    source.current = createDocumentStore([...files.files.values()].filter((file) => file.path !== path));
    expect(await state(path)).toBe("stopped");
    expect(await admin.get("/lowcode/screens/member/member")).toMatchObject({ success: true });
  } finally {
    source.current = files;
  }
});

it("a version comes back as a new one, and version 0 is the file", async () => {
  const { tag, version } = await read();
  const { result } = await admin.get<{ versions: { version: number; document: { title: string } }[] }>(
    `${base}/versions`,
    { query: { path } },
  );
  expect(result.versions.map((one) => one.version)).toEqual([3, 2, 1]);
  expect(result.versions[2]?.document.title).toBe("全部门店");
  const back = await admin.post<Read>(`${base}/restore`, { path, version: 1, expected: tag });
  expect(back).toMatchObject({ success: true, message: "已恢复为第 1 版", result: { version: version + 1 } });
  expect(await shownTitle()).toBe("全部门店");
  const file = await admin.post(`${base}/restore`, { path, version: 0, expected: back.result.tag });
  expect(file).toMatchObject({ success: true, message: "已恢复为文件里的内容" });
  expect(await state(path)).toBe("file");
});

it("published changes are exported, applied elsewhere, pulled into files, and end when the file says the same", async () => {
  const { context } = server;
  const { published } = context;
  const now = await read();
  await publish(withTitle(now.text, "表单总览"), now.tag);
  const file = readOverlayFile(JSON.stringify(exportOverlays(published.states.values())));
  expect(file.overlays).toMatchObject([{ path, overlay: { title: "表单总览" } }]);
  expect(file.overlays.flatMap(overlayLines)).toEqual([expect.stringMatching(/^~ \/title ".*" → "表单总览"$/)]);

  // Elsewhere: here, after the change was taken back.
  const { tag } = await read();
  expect(await admin.post(`${base}/restore`, { path, version: 0, expected: tag })).toMatchObject({ success: true });
  const applied = await applyOverlays(context, file, { username: "admin" });
  expect(applied).toMatchObject([{ path, conflicts: [], version: expect.any(Number) }]);
  expect(await shownTitle()).toBe("表单总览");
  expect(await applyOverlays(context, file, { username: "admin" })).toEqual([{ path, conflicts: [] }]);

  // Somebody changed the same place: nothing is published unless it is said that the file wins.
  const other = await read();
  await publish(withTitle(other.text, "另一个名称"), other.tag);
  const gone = {
    ...file,
    overlays: [...file.overlays, { path: "a/b.screen.json", overlay: { title: "x" }, base: {} }],
  };
  expect(await applyOverlays(context, gone, { username: "admin" })).toMatchObject([
    { path, refused: expect.stringContaining("冲突"), conflicts: [{ path: ["title"] }] },
    { path: "a/b.screen.json", refused: "这里没有这个文档" },
  ]);
  expect(await shownTitle()).toBe("另一个名称");
  await applyOverlays(context, file, { username: "admin", force: true });
  expect(await shownTitle()).toBe("表单总览");

  const { write, left } = planPull(published);
  expect([write.map((one) => one.path), left]).toEqual([[path], []]);
  const source = context.documents as { current: DocumentStore };
  const files = published.files;
  const pulled = [...files.files.values()].map((one) => write.find((each) => each.path === one.path) ?? one);
  try {
    source.current = createDocumentStore(pulled);
    expect(planPull(published).write).toEqual([]);
    expect(await settleCaughtUp(context)).toEqual([path]);
    expect(await settleCaughtUp(context)).toEqual([]);
    expect(await state(path)).toBe("file");
    // The file's next change is nobody's conflict.
    source.current = createDocumentStore(
      pulled.map((one) => (one.path === path ? { path, text: withTitle(one.text, "文件里的新名称") } : one)),
    );
    expect(await read()).toMatchObject({ conflicts: [] });
    expect(await shownTitle()).toBe("文件里的新名称");
  } finally {
    source.current = files;
  }
});

it.each([
  ["no JSON", "{", "不是 npm run overlay"],
  ["another file", "{}", "不是 npm run overlay"],
  ["a way out of the folder", { path: "../x.screen.json", overlay: {}, base: {} }, "不是页面或模型"],
  ["rows", { path: "a/b.data.json", overlay: {}, base: {} }, "不是页面或模型"],
  ["no base", { path: "a/b.screen.json", overlay: {} }, "缺少 overlay 或 base"],
])("a file of overlays with %s is refused with its reason", (_what, entry, reason) => {
  const text = typeof entry === "string" ? entry : JSON.stringify({ schemaVersion: 1, overlays: [entry] });
  expect(() => readOverlayFile(text)).toThrow(reason);
});
