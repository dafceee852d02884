import { connect, type Socket } from "node:net";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { stopLimits } from "../../server/server.ts";
import { type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { openLive } from "../support/live-client.ts";
import { proveIt } from "../support/prove.ts";
import { copyStartedFolder, createTestServer } from "../support/test-server.ts";

let server: ConsoleServer;
afterEach(() => server.stop("SIGKILL"));

const exited = () => new Promise<number | null>((resolve) => server.process.once("exit", resolve));
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));
const signInBody = JSON.stringify({ username: "admin", password: testPassword });

/** What the server says when its patience with calls at work is over. */
const cutOff = "停止时仍有请求没有完成，已中断。";

/** A call that the server has begun and cannot end: half of its body is still to come. */
async function aCallAtWork(port: number): Promise<{ readonly finish: () => Promise<string>; readonly socket: Socket }> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString();
  });
  const ended = closed(socket);
  socket.on("error", () => {});
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  const [head, tail] = [signInBody.slice(0, 10), signInBody.slice(10)];
  socket.write(
    `POST /api/sys/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${signInBody.length}\r\n` +
      `Expect: 100-continue\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.once("data", () => resolve())); // 100 Continue: it is at work
  socket.write(head);
  return {
    socket,
    finish: async () => {
      socket.write(tail);
      await ended;
      return answer;
    },
  };
}

/** A connection that has had its answer and waits for the next call. */
async function anIdleConnection(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write("GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n");
  await new Promise<void>((resolve) => socket.once("data", () => resolve()));
  socket.resume();
  return socket;
}

async function aStartedServer(env: Readonly<Record<string, string>> = {}): Promise<number> {
  server = await startConsoleServer({ SEED: "none", ...env }, await copyStartedFolder());
  return Number(new URL(server.url).port);
}

it("SIGTERM lets a call at work finish, closes idle connections and live channels at once, and ends with code 0", async () => {
  const port = await aStartedServer();
  const signedIn = await fetch(`${server.url}/api/sys/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: signInBody,
  });
  const { result } = (await signedIn.json()) as { result: { token: string; userInfo: { id: string } } };
  const live = await openLive({ port, path: `/websocket/${result.userInfo.id}`, token: result.token });
  const idle = await Promise.all([anIdleConnection(port), anIdleConnection(port)]);
  const call = await aCallAtWork(port);
  const end = exited();

  server.process.kill("SIGTERM");
  await Promise.all([live.closed, ...idle.map(closed)]);
  expect(server.process.exitCode).toBeNull();
  await expect(fetch(`${server.url}/api/health`)).rejects.toThrow();
  const answer = await call.finish();
  expect(answer).toContain("HTTP/1.1 200 OK");
  expect(answer).toContain('"success":true');
  expect(await end).toBe(0);
});

proveIt("a second SIGTERM ends the process at once, whatever is at work", async () => {
  const port = await aStartedServer();
  const call = await aCallAtWork(port);
  const end = exited();
  server.process.kill("SIGTERM");
  await expect
    .poll(() =>
      fetch(`${server.url}/api/health`).then(
        () => "answers",
        () => "refuses",
      ),
    )
    .toBe("refuses");
  expect(server.process.exitCode).toBeNull();
  server.process.kill("SIGTERM");
  expect(await end).toBe(1);
  expect(server.output()).not.toContain(cutOff);
  call.socket.destroy();
});

it("while it drains a server answers every call with the end of its connection, says that it is not ready, and cuts off at last", async () => {
  const here = await createTestServer({ env: { DRAIN_SECONDS: "1" } });
  const port = await here.listen();
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`);
    return [answer.status, answer.headers.get("connection")];
  };
  expect(await ask("/health/ready")).toEqual([200, "keep-alive"]);
  const call = await aCallAtWork(port);
  const usual = stopLimits.callsMs;
  stopLimits.callsMs = 300;
  onTestFinished(() => {
    stopLimits.callsMs = usual;
  });
  const ended = here.close();
  expect(await ask("/health/ready")).toEqual([503, "close"]);
  expect(await ask("/health/live")).toEqual([200, "close"]);
  expect(await ask("/sys/randomImage/1")).toEqual([200, "close"]);
  expect(await ended).toBe(false);
  call.socket.destroy();
});
