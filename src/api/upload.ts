import type { UploadOptions } from "../../runtime/react/services.ts";
import type { ApiClient } from "./client.ts";

/** Sends one file; the contract answers its path in `message`. */
export async function upload(client: ApiClient, file: File, options: UploadOptions): Promise<string> {
  const { biz, signal, onProgress } = options;
  const data = new FormData();
  // Fields stand before the file: the server takes the file as it comes.
  data.append("biz", biz);
  data.append("isup", "1");
  data.append("file", file, file.name);
  const { message } = await client.call({
    method: "POST",
    url: "/sys/common/upload",
    data,
    quiet: "notices",
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
  });
  return message;
}
