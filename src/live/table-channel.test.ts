import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveSocket } from "./live-channel.ts";
import { TableChannel } from "./table-channel.ts";

class FakeSocket implements LiveSocket {
  readonly sent: unknown[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: ((event: { readonly code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.isClosed = true;
  }
}

let sockets: FakeSocket[];
let channel: TableChannel;
const last = () => sockets.at(-1) as FakeSocket;
const hear = (frame: unknown) => last().onmessage?.({ data: JSON.stringify(frame) });

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  channel = new TableChannel({
    connect: () => {
      sockets.push(new FakeSocket());
      return last();
    },
    random: () => 0,
  });
});
afterEach(() => vi.useRealTimers());

test("TBL-20 one connection serves all tables of the page and closes with the last", () => {
  const first = channel.join("store/line", () => undefined);
  const second = channel.join("store/order", () => undefined);
  expect(sockets).toHaveLength(1);
  first.leave();
  expect(last().isClosed).toBe(false);
  second.leave();
  expect(last().isClosed).toBe(true);
});

test("TBL-20 a heart beats every 10 seconds; 6 without an answer end the connection, 5 later it is made again", () => {
  channel.join("store/line", () => undefined);
  last().onopen?.();
  vi.advanceTimersByTime(10_000);
  expect(last().sent).toEqual([{ type: "heart_beat", data: "" }]);
  vi.advanceTimersByTime(6_000);
  expect(last().isClosed).toBe(true);
  vi.advanceTimersByTime(4_999);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sockets).toHaveLength(2);
});

test("TBL-20 a saved row is told to the others; a table hears rows of its model, not its own news", () => {
  const heard: unknown[] = [];
  const table = channel.join("store/line", (row) => heard.push(row));
  last().onopen?.();
  table.changed(["l1"]);
  const [frame] = last().sent as { readonly data: { readonly args: readonly [unknown, string] } }[];
  const args = [{ id: "l1" }, expect.any(String)];
  expect(frame).toEqual({ type: "update_vxe_table", data: { socketKey: "store/line", args } });
  const news = (socketKey: string, caseId: string) => ({
    type: "update_vxe_table",
    data: { socketKey, args: [{ id: "l1", qty: 5 }, caseId] },
  });
  hear(news("store/line", frame?.data.args[1] ?? ""));
  hear(news("store/order", "other"));
  hear({ type: "heart_beat", data: true });
  hear({ type: "update_vxe_table", data: null });
  expect(heard).toEqual([]);
  hear(news("store/line", "other"));
  expect(heard).toEqual([{ id: "l1", qty: 5 }]);
});
