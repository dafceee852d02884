import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RequestError } from "../../runtime/react/services.ts";
import type { LiveSocket } from "../live/live-channel.ts";
import { NoticeStore } from "./notice-store.ts";
import { type FakeClient, fakeClient } from "./test-parts.ts";

const row = (id: string, extra: object = {}) => ({
  id,
  titile: `通知 ${id}`,
  sendTime: `2026-01-01 00:00:${id.padStart(2, "0")}`,
  ...extra,
});

interface FakeSocket extends LiveSocket {
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number }) => void) | null;
}

let unread: ReturnType<typeof row>[];
let page: object | null = null;
let failure: Error | undefined;
let client: FakeClient;
let sockets: FakeSocket[];
let arrived: string[];
let store: NoticeStore;

const loads = () => client.calls.filter(({ url }) => url === "/sys/annountCement/listByUser").length;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(async () => {
  vi.useFakeTimers();
  unread = [row("1")];
  failure = undefined;
  sockets = [];
  arrived = [];
  client = fakeClient((route) => {
    if (failure) return failure;
    if (route === "GET /sys/sysAnnouncementSend/getMyAnnouncementSend") return page;
    if (route === "GET /sys/annountCement/queryById") return { ...row("1"), msgContent: "<p>好</p>" };
    return { anntMsgList: unread, anntMsgTotal: unread.length, sysMsgList: [], sysMsgTotal: 2 };
  });
  store = new NoticeStore({
    client,
    connect: () => {
      const socket: FakeSocket = { send() {}, close() {}, onopen: null, onmessage: null, onclose: null };
      sockets.push(socket);
      return socket;
    },
    onArrivals: (list) => arrived.push(...list.map(({ id }) => id)),
    random: () => 0,
  });
  store.start();
  await settle();
  sockets.at(-1)?.onopen?.();
});
afterEach(() => {
  store.stop();
  vi.useRealTimers();
});

const push = (frame: object) => sockets.at(-1)?.onmessage?.({ data: JSON.stringify(frame) });

test("BEL-01 the counts are the server's, and what was there at sign-in is not announced", () => {
  expect(store.total).toBe(3);
  expect(store.unread.notice.list.map(({ title }) => title)).toEqual(["通知 1"]);
  expect(arrived).toEqual([]);
});

test("BEL-02 topic and user make it ask again, and each notice arrives once", async () => {
  unread = [row("2"), row("1")];
  push({ cmd: "user", msgId: "2" });
  push({ cmd: "user", msgId: "2" });
  await settle();
  unread = [row("3"), ...unread];
  push({ cmd: "topic", msgId: "3" });
  await settle();
  expect(arrived).toEqual(["2", "3"]);
  push({ cmd: "chatMessage" });
  const asked = loads();
  await settle();
  expect(loads()).toBe(asked);
});

test("BEL-02 what came while the connection was lost is fetched when it is back", async () => {
  sockets.at(-1)?.onclose?.({ code: 1012 });
  unread = [row("4"), row("1")];
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sockets).toHaveLength(2);
  sockets.at(-1)?.onopen?.();
  await settle();
  expect(arrived).toEqual(["4"]);
});

test("BEL-02 while the channel is away it polls every 6 seconds; a failure stops that silently", async () => {
  sockets.at(-1)?.onclose?.({ code: 1006 });
  const before = loads();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(loads()).toBe(before + 1);
  failure = new RequestError("系统繁忙", 503, undefined);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(loads()).toBe(before + 2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(loads()).toBe(before + 2);
  expect(store.total).toBe(3);
  expect(client.calls.every(({ quiet }) => quiet === "all")).toBe(true);
});

test("a refusal while the channel is open is asked again: a notice that was told must not be lost", async () => {
  failure = new RequestError("系统繁忙", 503, undefined);
  unread = [row("5"), row("1")];
  push({ cmd: "user", msgId: "5" });
  await settle();
  failure = undefined;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(arrived).toEqual(["5"]);
});

test("an ended session stops the channel; one that the server closes makes the console say so", async () => {
  failure = new RequestError("Token失效，请重新登录", 401, undefined);
  sockets.at(-1)?.onclose?.({ code: 1008 });
  await settle();
  expect(client.calls.at(-1)?.quiet).toBe("notices");
  await vi.advanceTimersByTimeAsync(6_000);
  const opened = sockets.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(opened);
});

test("a message while the list is on its way makes one more question", async () => {
  push({ cmd: "user" });
  const asked = loads();
  push({ cmd: "user" });
  push({ cmd: "user" });
  await settle();
  expect(loads()).toBe(asked + 1);
});

test("BEL-01 opening marks as read first, so that the readers counted include this one; the bell asks again behind it", async () => {
  store.show("1");
  expect(store.shown?.listed?.title).toBe("通知 1");
  expect((await store.shown?.whole)?.html).toBe("<p>好</p>");
  await settle();
  const calls = client.calls.map(({ method, url }) => `${method} ${url}`);
  expect(calls.slice(-3)).toEqual([
    "PUT /sys/sysAnnouncementSend/editByAnntIdAndUserId",
    "GET /sys/annountCement/listByUser",
    "GET /sys/annountCement/queryById",
  ]);
});

test("an answer that comes after signing out is nobody's", async () => {
  push({ cmd: "user" });
  store.stop();
  await settle();
  expect(store.total).toBe(0);
});

test("an unknown priority or kind is a general notice", async () => {
  unread = [row("6", { priority: "<b>", msgCategory: null, openType: "javascript" })];
  await store.load();
  expect(store.unread.notice.list[0]).toMatchObject({ priority: "L", kind: "notice", openType: undefined });
});

test("what was read is asked for by who looks at it, and a failure leaves the bell as it is", async () => {
  expect(store.read).toEqual([]);
  page = { records: [{ ...row("9"), id: "send-9", anntId: "9", readFlag: "1", msgCategory: "2" }] };
  await store.loadRead();
  expect(store.read.map(({ id, kind }) => [id, kind])).toEqual([["9", "system"]]);
  failure = new RequestError("忙", 503, undefined);
  await store.loadRead();
  expect([store.read.length, store.state]).toEqual([1, "ready"]);
});
