import { RequestError, type UploadOptions } from "../../runtime/react/services.ts";
import type { ApiClient } from "./client.ts";

/**
 * Sends one file; the contract answers its path in `message`, another service in the key that the column names.
 *
 * @throws RequestError without a message when the answer holds no path
 */
export async function upload(client: ApiClient, file: File, options: UploadOptions): Promise<string> {
  const { biz, action = "/sys/common/upload", responseName = "message", token = true, signal, onProgress } = options;
  const data = new FormData();
  // Fields stand before the file: the server takes the file as it comes.
  data.append("biz", biz);
  data.append("isup", "1");
  data.append("file", file, file.name);
  const answer = await client.call({
    method: "POST",
    url: action,
    data,
    quiet: "notices",
    ...(token ? {} : { token: "" }),
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
  });
  const result = (answer.result ?? {}) as Readonly<Record<string, unknown>>;
  const path = responseName === "message" ? answer.message : result[responseName];
  if (typeof path !== "string" || path === "") throw new RequestError("", 200, answer);
  return path;
}
