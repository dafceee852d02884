import { expect, test } from "vitest";
import type { RequestError } from "../../runtime/react/services.ts";
import type { ApiClient, CallOptions } from "./client.ts";
import { upload } from "./upload.ts";

const file = new File(["x"], "a.txt");

/** A server that answers every upload the same way. */
function serverOf(answer: { readonly message: string; readonly result: unknown }) {
  const calls: CallOptions[] = [];
  const client = {
    async call(options: CallOptions) {
      calls.push(options);
      return { success: true, code: 0, timestamp: 0, ...answer };
    },
  } as Partial<ApiClient> as ApiClient;
  return { client, calls };
}

test("UPL-06 a file goes to the common upload with biz and isup; the path is the message", async () => {
  const { client, calls } = serverOf({ message: "temp/1.txt", result: null });
  expect(await upload(client, file, { biz: "temp" })).toBe("temp/1.txt");
  const [call] = calls;
  expect([call?.method, call?.url, call?.token]).toEqual(["POST", "/sys/common/upload", undefined]);
  const data = call?.data as FormData;
  expect([...data.keys()]).toEqual(["biz", "isup", "file"]);
  expect([data.get("biz"), data.get("isup"), (data.get("file") as File).name]).toEqual(["temp", "1", "a.txt"]);
});

test("UPL-03 a column names the service, the key of the path, and whether the token goes along", async () => {
  const { client, calls } = serverOf({ message: "成功", result: { url: "scan/1.txt" } });
  const column = { action: "/scan/upload", responseName: "url", token: false };
  expect(await upload(client, file, { biz: "temp", ...column })).toBe("scan/1.txt");
  expect([calls[0]?.url, calls[0]?.token]).toEqual(["/scan/upload", ""]);
});

test("UPL-03 an answer without a path is a failure without a reason: the cell says 未知错误", async () => {
  const { client } = serverOf({ message: "成功", result: null });
  const refused = upload(client, file, { biz: "temp", responseName: "url" });
  await expect(refused.catch((reason: RequestError) => reason.message)).resolves.toBe("");
});
