// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import { RequestError, uploadCancelled } from "../../runtime/react/services.ts";
import { uploadLimits } from "../../runtime/schema/upload-limits.ts";
import type { ApiClient, CallOptions } from "../api/client.ts";
import { retryDelaysMs, uploadInParts } from "./upload-in-parts.ts";

const usual = [...retryDelaysMs];
beforeEach(() => {
  retryDelaysMs.splice(0, usual.length, 0, 0, 0, 0, 0);
  // What a test before left behind is none of this one.
  localStorage.clear();
});
afterEach(() => {
  retryDelaysMs.splice(0, usual.length, ...usual);
  localStorage.clear();
});

const part = uploadLimits.partBytes;
const file = (size: number) => new File([new Uint8Array(size)], "盘点.zip", { lastModified: 1 });

/** A server that keeps parts; `fail` is asked before each call. */
function partServer() {
  const uploads = new Map<string, { size: number; received: number; path: string | null }>();
  const server = {
    calls: [] as string[],
    fail: undefined as ((call: string) => RequestError | undefined) | undefined,
    uploads,
    client: {
      async call({ method, params, data }: CallOptions) {
        const { id = "", offset } = (params ?? {}) as { id?: string; offset?: string };
        const call = `${method}${offset === undefined ? "" : ` ${offset}`}`;
        server.calls.push(call);
        const failure = server.fail?.(call);
        if (failure) throw failure;
        const answer = (result: unknown, message = "") => ({ success: true, code: 0, timestamp: 0, message, result });
        if (method === "POST") {
          const made = `u${uploads.size + 1}`;
          uploads.set(made, { size: (data as { fileSize: number }).fileSize, received: 0, path: null });
          return answer({ id: made, received: 0, path: null });
        }
        const found = uploads.get(id);
        if (!found) throw new RequestError("上传已过期", 404, undefined);
        if (method === "DELETE") uploads.delete(id);
        if (method === "PUT") found.received += (data as Blob).size;
        if (found.received === found.size) found.path = `temp/${id}.zip`;
        return method === "PUT" && found.path ? answer(null, found.path) : answer({ id, ...found });
      },
    } as Partial<ApiClient> as ApiClient,
  };
  return server;
}
const cut = new RequestError("网络已断开", 0, undefined);

test("UPL-06 a large file is sent in parts with its progress, and forgotten when it is stored", async () => {
  const server = partServer();
  const shares: number[] = [];
  const path = await uploadInParts(server.client, file(2 * part + 10), {
    biz: "temp",
    onProgress: (share) => shares.push(Math.round(share * 100)),
  });
  expect(path).toBe("temp/u1.zip");
  expect(server.calls).toEqual(["POST", "PUT 0", `PUT ${part}`, `PUT ${2 * part}`]);
  expect(shares).toEqual([0, 50, 100, 100]);
  expect(localStorage.length).toBe(0);
});

test("a line that breaks is waited for, and the server says where to go on", async () => {
  const server = partServer();
  let failures = 0;
  server.fail = (call) => (call === `PUT ${part}` && failures++ < 2 ? cut : undefined);
  await uploadInParts(server.client, file(2 * part), { biz: "temp" });
  expect(server.calls).toEqual(["POST", "PUT 0", `PUT ${part}`, "GET", `PUT ${part}`, "GET", `PUT ${part}`]);
});

test("a line that stays broken ends with its reason; the same file goes on later, also after a reload of the page", async () => {
  const server = partServer();
  server.fail = (call) => (call === `PUT ${part}` || server.calls.length > 3 ? cut : undefined);
  await expect(uploadInParts(server.client, file(2 * part), { biz: "temp" })).rejects.toThrow("网络已断开");
  server.fail = undefined;
  server.calls.length = 0;
  expect(await uploadInParts(server.client, file(2 * part), { biz: "temp" })).toBe("temp/u1.zip");
  expect(server.calls).toEqual(["GET", `PUT ${part}`]);
});

test.each([
  ["another file", new File([new Uint8Array(2 * part)], "盘点.zip", { lastModified: 2 }), "temp"],
  ["another use", file(2 * part), "order"],
])("%s begins anew", async (_title, second, biz) => {
  const server = partServer();
  server.fail = (call) => (call === "PUT 0" ? new RequestError("断开", 500, undefined) : undefined);
  await uploadInParts(server.client, file(2 * part), { biz: "temp" }).catch(() => undefined);
  server.fail = undefined;
  expect(await uploadInParts(server.client, second, { biz })).toBe("temp/u2.zip");
});

test("what the server no longer has begins anew; an answer that was lost is asked for, and nothing is sent twice", async () => {
  const server = partServer();
  server.fail = (call) => (call === `PUT ${part}` ? new RequestError("断开", 500, undefined) : undefined);
  await uploadInParts(server.client, file(2 * part), { biz: "temp" }).catch(() => undefined);
  server.fail = undefined;
  server.uploads.delete("u1");
  server.uploads.set("gone", { size: 1, received: 0, path: null });
  expect(await uploadInParts(server.client, file(2 * part), { biz: "temp" })).toBe("temp/u2.zip");
  // The last part arrived, its answer did not.
  server.calls.length = 0;
  const whole = server.client.call;
  let isLost = false;
  server.client.call = async (options) => {
    const answer = await whole(options);
    if (options.method === "PUT" && answer.result === null && !isLost) {
      isLost = true;
      throw cut;
    }
    return answer;
  };
  expect(await uploadInParts(server.client, file(2 * part), { biz: "temp" })).toBe("temp/u3.zip");
  expect(server.calls).toEqual(["POST", "PUT 0", `PUT ${part}`, "GET"]);
});

test("a refused file is told at once, and forgotten", async () => {
  const server = partServer();
  server.fail = (call) => (call === "PUT 0" ? new RequestError("文件内容与类型不符", 200, undefined) : undefined);
  await expect(uploadInParts(server.client, file(2 * part), { biz: "temp" })).rejects.toThrow("文件内容与类型不符");
  expect(server.calls).toEqual(["POST", "PUT 0"]);
  expect(localStorage.length).toBe(0);
});

test("cancelled while it waits, it is thrown away at the server; paused, it is kept", async () => {
  const server = partServer();
  server.fail = (call) => (call === "PUT 0" ? new RequestError("断开", 500, undefined) : undefined);
  await uploadInParts(server.client, file(2 * part), { biz: "temp" }).catch(() => undefined);
  const pausing = AbortSignal.abort();
  await uploadInParts(server.client, file(2 * part), { biz: "temp", signal: pausing }).catch(() => undefined);
  expect(server.uploads.size).toBe(1);
  const cancelling = AbortSignal.abort(uploadCancelled);
  await uploadInParts(server.client, file(2 * part), { biz: "temp", signal: cancelling }).catch(() => undefined);
  expect([server.uploads.size, localStorage.length]).toEqual([0, 0]);
});
