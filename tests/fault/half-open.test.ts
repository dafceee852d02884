import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { WebSocket } from "ws";
import { bodySilenceMs, connectionLimits } from "../../server/app.ts";
import type { Caller } from "../../server/auth/caller.ts";
import { LiveConnection } from "../../server/live/live-connection.ts";
import { probeEveryMs } from "../../server/live/live-hub.ts";
import { openLive } from "../support/live-client.ts";
import { isProving } from "../support/prove.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const mostMs = 30_000;

it("what a connection may keep silent adds up to half a minute", () => {
  const { headersTimeout, connectionsCheckingInterval } = connectionLimits;
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(mostMs);
  expect(bodySilenceMs).toBeLessThanOrEqual(mostMs);
  expect(2 * probeEveryMs).toBeLessThanOrEqual(mostMs);
});

it("a live channel that does not answer a probe is ended by the next one", () => {
  const handlers = new Map<string, () => void>();
  const socket = {
    on: (name: string, handle: () => void) => handlers.set(name, handle),
    ping: vi.fn(),
    terminate: vi.fn(),
  };
  const connection = new LiveConnection(socket as unknown as WebSocket, {} as Caller, "notices");
  connection.probe();
  handlers.get("pong")?.();
  connection.probe();
  expect(socket.terminate).not.toHaveBeenCalled();
  connection.probe();
  expect(socket.terminate).toHaveBeenCalledOnce();
});

describe("connections", () => {
  let server: TestServer;
  let port: number;
  beforeAll(async () => {
    server = await createTestServer();
    port = await server.listen();
  });
  afterAll(() => server.close());

  it("the server has the limits, and a body that stops halfway gets a shorter one than a call at work", async () => {
    expect(server.http).toMatchObject(connectionLimits);
    const sockets: Socket[] = [];
    server.http.on("connection", (socket: Socket) => sockets.push(socket));
    const half = await talking(
      "POST /api/sys/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
    );
    await expect.poll(() => sockets.map((socket) => socket.timeout)).toEqual([bodySilenceMs]);
    half.destroy();
  });

  const kinds: readonly (readonly [string, () => Promise<Promise<unknown>>])[] = [
    ["that sends nothing", () => quiet("")],
    ["that never ends its headers", () => quiet("GET /api/health HTTP/1.1\r\nHost: x\r\n")],
    [
      "that stops in its body",
      () =>
        quiet(
          "POST /api/sys/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
        ),
    ],
    ["of a live channel that answers no probe", deafChannel],
  ];
  // Half a minute of real time: `npm run prove`.
  for (const [kind, open] of isProving ? kinds : []) {
    it.concurrent(`a connection ${kind} is closed within half a minute`, async () => {
      const start = performance.now();
      await await open();
      expect(performance.now() - start).toBeLessThan(mostMs + 5_000);
    });
  }

  async function talking(text: string): Promise<Socket> {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    await new Promise<void>((resolve) => socket.once("connect", resolve));
    if (text !== "") socket.write(text);
    return socket;
  }

  async function quiet(text: string): Promise<Promise<unknown>> {
    const socket = await talking(text);
    return new Promise((resolve) => socket.once("close", resolve));
  }

  async function deafChannel(): Promise<Promise<unknown>> {
    const { token } = await server.as("admin");
    const { result } = await (await server.as("admin")).get<{ userInfo: { id: string } }>("/sys/user/getUserInfo");
    const { socket } = await openLive({ port, path: `/websocket/${result.userInfo.id}`, token });
    socket.pong = () => {};
    return new Promise((resolve) => socket.once("close", resolve));
  }
});
