import { connect } from "node:net";
import { expect, it } from "vitest";
import { startConsoleServer } from "../support/console-server.ts";
import { copyStartedFolder } from "../support/test-server.ts";

/** `stop.test.ts` has the same in one process, where the time is shorter. */
it("a call that never ends is cut off after eight seconds, and the process says so and ends with code 1", async () => {
  const server = await startConsoleServer({ SEED: "none" }, await copyStartedFolder());
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1").on("error", () => {});
  socket.write("POST /api/sys/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n");
  await new Promise<void>((resolve) => socket.once("data", () => resolve())); // 100 Continue: it is at work
  await server.stop("SIGTERM");
  expect(server.process.exitCode).toBe(1);
  expect(server.output()).toContain("停止时仍有请求没有完成，已中断。");
  socket.destroy();
});
