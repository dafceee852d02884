// @vitest-environment happy-dom
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AxiosError } from "axios";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { faultOf, sendOverAxios, type TransportRequest } from "./transport.ts";

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

let server: Server;
let base: string;
let seen: Seen;
/** Answers that the test lets go; a call to /held waits for it. */
let release: () => void = () => {};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen = {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*");
    if (request.method === "OPTIONS") {
      response.end();
      return;
    }
    if (request.url?.startsWith("/held")) await new Promise<void>((resolve) => (release = resolve));
    if (request.url?.startsWith("/broken")) request.socket.destroy();
    else response.writeHead(request.url?.startsWith("/502") ? 502 : 200, { "Content-Type": "text/html" }).end("<html>");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  release();
  vi.restoreAllMocks();
});

const send = (path: string, request: Partial<TransportRequest> = {}) =>
  sendOverAxios({
    method: "GET",
    url: `${base}${path}`,
    params: undefined,
    headers: {},
    data: undefined,
    responseType: "text",
    timeoutMs: 900_000,
    signal: undefined,
    onProgress: undefined,
    ...request,
  });

it("parameters become a query; lists repeat their name, empty ones are left out", async () => {
  await send("/a", { params: { name: "张 三&", ids: [1, 2], none: undefined, nothing: null, zero: 0, no: false } });
  expect(seen.url).toBe("/a?name=%E5%BC%A0+%E4%B8%89%26&ids=1&ids=2&zero=0&no=false");
});

it("an object goes as JSON, with the headers of the call", async () => {
  await send("/a", { method: "POST", data: { a: 1 }, headers: { "X-Access-Token": "t" } });
  expect([seen.method, seen.body]).toEqual(["POST", '{"a":1}']);
  expect(seen.headers).toMatchObject({ "content-type": "application/json", "x-access-token": "t" });
});

it("every HTTP status is an answer, its body untouched", async () => {
  const answer = await send("/502");
  expect([answer.status, answer.body, answer.header("content-type")]).toEqual([502, "<html>", "text/html"]);
});

it("a broken line and a missing network are told apart", async () => {
  await expect(send("/broken")).rejects.toMatchObject({ fault: "unreachable" });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await expect(send("/broken")).rejects.toMatchObject({ fault: "offline" });
});

it("a time limit that ran out is told as such, whichever of its two codes axios gives", () => {
  expect(faultOf(new AxiosError("timeout of 1 ms exceeded", AxiosError.ECONNABORTED))).toBe("timeout");
  expect(faultOf(new AxiosError("timeout", AxiosError.ETIMEDOUT))).toBe("timeout");
  expect(faultOf(new AxiosError("Network Error", AxiosError.ERR_NETWORK))).toBe("unreachable");
});

it("cancelling ends a call under way, and keeps one from starting", async () => {
  const controller = new AbortController();
  const call = send("/held", { signal: controller.signal });
  controller.abort();
  await expect(call).rejects.toMatchObject({ fault: "cancelled" });
  seen = { method: undefined, url: undefined, headers: {}, body: "" };
  await expect(send("/a", { signal: controller.signal })).rejects.toMatchObject({ fault: "cancelled" });
  expect(seen.url).toBeUndefined();
});
