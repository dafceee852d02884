import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveChannel, type LiveSocket } from "./live-channel.ts";

class FakeSocket implements LiveSocket {
  readonly sent: string[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: ((event: { readonly code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.isClosed = true;
  }
}

let sockets: FakeSocket[];
let frames: unknown[];
let openings: boolean[];
let channel: LiveChannel;
const last = () => sockets.at(-1) as FakeSocket;
const hear = (data: unknown) => last().onmessage?.({ data });

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  frames = [];
  openings = [];
  channel = new LiveChannel({
    connect: () => {
      sockets.push(new FakeSocket());
      return last();
    },
    onOpen: (isAgain) => openings.push(isAgain),
    onFrame: (frame) => frames.push(frame),
    random: () => 0.5,
  });
  channel.start();
});
afterEach(() => {
  channel.stop();
  vi.useRealTimers();
});

test("BEL-02 a lost connection is made again after 5 seconds and a little by chance", () => {
  last().onopen?.();
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(5_000);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1_250);
  expect(sockets).toHaveLength(2);
  last().onopen?.();
  expect(openings).toEqual([false, true]);
});

test("BEL-02 a server that stays away is tried again and again, never more than one socket at a time", () => {
  for (let round = 0; round < 100; round += 1) {
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(6_250);
  }
  expect(sockets).toHaveLength(101);
  expect(sockets.slice(0, -1).every((socket) => socket.isClosed)).toBe(true);
  last().onopen?.();
  expect(channel.isOpen).toBe(true);
});

test("BEL-02 after 20 silent seconds HeartBeat is sent; an answer keeps the connection, silence ends it", () => {
  last().onopen?.();
  vi.advanceTimersByTime(19_999);
  expect(last().sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(last().sent).toEqual(["HeartBeat"]);
  hear('{"cmd":"heartcheck","msgTxt":"心跳响应"}');
  vi.advanceTimersByTime(10_000);
  expect(channel.isOpen).toBe(true);
  vi.advanceTimersByTime(10_000);
  expect(last().sent).toEqual(["HeartBeat", "HeartBeat"]);
  vi.advanceTimersByTime(10_000);
  expect(channel.isOpen).toBe(false);
  expect(last().isClosed).toBe(true);
  expect(frames).toEqual([]);
});

test("a connection that never opens is given up and tried again", () => {
  vi.advanceTimersByTime(10_000 + 6_250);
  expect(sockets).toHaveLength(2);
  expect(sockets[0]?.isClosed).toBe(true);
});

test("waking up looks at once: a closed channel connects, an open one asks for a sign of life", () => {
  last().onopen?.();
  channel.wake();
  expect(last().sent).toEqual(["HeartBeat"]);
  last().onclose?.({ code: 1006 });
  channel.wake();
  expect(sockets).toHaveLength(2);
});

test("frames that are no JSON objects are ignored", () => {
  last().onopen?.();
  for (const data of ["{", "[]", "null", "7", new Blob(), undefined]) hear(data);
  hear('{"cmd":"topic","msgId":"a1"}');
  expect(frames).toEqual([{ cmd: "topic", msgId: "a1" }]);
});

test("a stopped channel stays stopped, whatever its old socket says", () => {
  const socket = last();
  const { onopen, onclose } = socket;
  channel.stop();
  onopen?.();
  onclose?.({ code: 1006 });
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
  expect(socket.isClosed).toBe(true);
});
