import { afterAll, beforeAll, expect, it } from "vitest";
import { openLive } from "../support/live-client.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

let server: TestServer;
let port: number;
let lily: { readonly id: string; readonly token: string };
let adminId: string;
beforeAll(async () => {
  server = await createTestServer();
  port = await server.listen();
  const id = await addUser(server, { username: "lily", departs: ["A01"] });
  lily = { id, token: (await server.as("lily")).token ?? "" };
  adminId = String(
    (await server.db.kysely.selectFrom("sys_user").select("id").where("username", "=", "admin").executeTakeFirst())?.id,
  );
});
afterAll(() => server.close());

const open = (options: Partial<Parameters<typeof openLive>[0]> = {}) =>
  openLive({ port, path: `/websocket/${lily.id}`, token: lily.token, ...options });

it("BEL-02 a channel opens with the token as a sub-protocol, which is not repeated in the answer", async () => {
  const client = await open();
  expect(client.socket.protocol).toBe("schema-console");
  client.socket.close();
});

it("BEL-02 other clients send the token in the header, older ones append to the id", async () => {
  for (const path of [`/websocket/${lily.id}`, `/websocket/${lily.id}_app`]) {
    const client = await open({ as: "header", path });
    client.socket.close();
  }
});

it("no token, a forged one, one in the address, and another person's id are refused before the upgrade", async () => {
  await expect(open({ token: undefined })).rejects.toThrow("refused 401");
  await expect(open({ token: "A".repeat(43) })).rejects.toThrow("refused 401");
  await expect(open({ token: undefined, path: `/websocket/${lily.id}?token=${lily.token}` })).rejects.toThrow(
    "refused 401",
  );
  await expect(open({ path: `/websocket/${adminId}` })).rejects.toThrow("refused 403");
  await expect(open({ path: `/websocket/${lily.id}x` })).rejects.toThrow("refused 403");
});

it("a page of another site is refused by its Origin, our own page is not", async () => {
  for (const origin of ["https://evil.example", "null", "http://127.0.0.1.evil.example"]) {
    await expect(open({ headers: { origin } })).rejects.toThrow("refused 403");
  }
  const client = await open({ headers: { origin: `http://127.0.0.1:${port}` } });
  client.socket.close();
});

it("a heart-beat is answered to its sender only; other texts, valid JSON or not, do nothing else", async () => {
  const [mine, other] = [await open(), await open()];
  for (const text of ["HeartBeat", "{", '{"cmd":"topic","msgId":"x","msgTxt":"<script>"}', "\u0000"])
    mine.socket.send(text);
  await until(() => expect(mine.frames).toHaveLength(4));
  expect(new Set(mine.frames.map((frame) => frame.cmd))).toEqual(new Set(["heartcheck"]));
  expect(other.frames).toEqual([]);
  mine.socket.close();
  other.socket.close();
});

it("a flood of messages and an oversized one end the connection", async () => {
  const flood = await open();
  for (let count = 0; count < 40; count += 1) flood.socket.send("HeartBeat");
  expect(await flood.closed).toBe(1008);
  const large = await open();
  large.socket.send("x".repeat(65 * 1024));
  expect(await large.closed).toBe(1009);
});

it("a person opens thirty channels and no more", async () => {
  const clients = await Promise.all(Array.from({ length: 30 }, () => open()));
  const oneMore = await open();
  expect(await oneMore.closed).toBe(1013);
  for (const client of clients) client.socket.close();
  await Promise.all(clients.map((client) => client.closed));
  const again = await open();
  again.socket.close();
  expect(await again.closed).toBe(1005);
});

/**
 * Who is told hears it in milliseconds, on a machine with other work in seconds; what nobody told is found after 30
 * seconds.
 */
const told = 25_000;

it("sign-out ends that session's channel at once, and no other", async () => {
  const second = await server.anonymous.post<{ token: string }>("/sys/login", {
    username: "lily",
    password: "correct-horse-battery",
  });
  const [ends, stays] = [await open({ token: second.result.token }), await open()];
  const startedAt = performance.now();
  await server.withToken(second.result.token).post("/sys/logout", {});
  expect(await ends.closed).toBe(1008);
  expect(performance.now() - startedAt).toBeLessThan(told);
  expect(stays.socket.readyState).toBe(stays.socket.OPEN);
  stays.socket.close();
});

it("freezing a person ends their channels at once and refuses new ones", async () => {
  const id = await addUser(server, { username: "leaver", departs: ["A01"] });
  const { token } = await server.as("leaver");
  const client = await openLive({ port, path: `/websocket/${id}`, token });
  const admin = await server.as("admin");
  const startedAt = performance.now();
  expect(await admin.put("/sys/user/frozenBatch", { ids: id, status: 2 })).toMatchObject({ success: true });
  expect(await client.closed).toBe(1008);
  expect(performance.now() - startedAt).toBeLessThan(told);
  await expect(openLive({ port, path: `/websocket/${id}`, token })).rejects.toThrow("refused 401");
});

/** The table channel of a browser page. */
const openTable = (person: { readonly id: string; readonly token?: string | undefined }, pageId = "page") =>
  openLive({ port, path: `/vxeSocket/${person.id}/${pageId}`, token: person.token });

const update = (id: unknown, socketKey: unknown = "member/member") =>
  JSON.stringify({ type: "update_vxe_table", data: { socketKey, args: [{ id, realname: "<b>伪造</b>" }, "case-1"] } });

it("BEL-02 the table channel answers its heart-beat, and refuses foreign ids, tokens and pages before the upgrade", async () => {
  const mine = await openTable(lily);
  mine.socket.send(JSON.stringify({ type: "heart_beat", data: "" }));
  await until(() => expect(mine.frames).toEqual([{ type: "heart_beat", data: true }]));
  mine.socket.close();
  await expect(openTable({ id: adminId, token: lily.token })).rejects.toThrow("refused 403");
  await expect(openTable({ id: lily.id, token: "A".repeat(43) })).rejects.toThrow("refused 401");
});

it("an edited row reaches those who may see it, as it is stored; what the frame says reaches nobody", async () => {
  const admin = await server.as("admin");
  const added = await admin.post<{ id: string }>("/sys/position/add", { code: "live", name: "值班员", postRank: "1" });
  expect(added).toMatchObject({ success: true });
  const rowId = added.result.id;
  const [editor, viewer, stranger] = [
    await openTable({ id: adminId, token: admin.token }),
    await openTable({ id: adminId, token: (await server.as("admin")).token }, "other"),
    await openTable(lily),
  ];
  for (const text of [
    "{",
    "null",
    "[]",
    '{"type":"update_vxe_table"}',
    update(rowId, "sys_user"),
    update({}),
    update("none"),
  ])
    stranger.socket.send(text);
  stranger.socket.send(update(rowId, "system/position"));
  editor.socket.send(update(rowId, "system/position"));
  await until(() => expect(viewer.frames).toHaveLength(1));
  expect(viewer.frames[0]).toMatchObject({
    type: "update_vxe_table",
    data: { socketKey: "system/position", args: [{ id: rowId, name: "值班员" }, "case-1"] },
  });
  expect(JSON.stringify(viewer.frames)).not.toContain("伪造");
  stranger.socket.send(JSON.stringify({ type: "heart_beat" }));
  await until(() => expect(stranger.frames.at(-1)).toEqual({ type: "heart_beat", data: true }));
  expect(stranger.frames).toHaveLength(1);
  for (const client of [editor, viewer, stranger]) client.socket.close();
});
