import { multipartBody } from "./multipart.ts";
import { dot } from "./pictures.ts";
import type { TestClient } from "./test-server.ts";

/** Uploads a picture of one dot for a use; answers its path, as a field of files keeps it. */
export async function uploadFile(
  client: Pick<TestClient, "post">,
  biz: string,
  fileName = "scan.png",
): Promise<string> {
  const { body, options } = multipartBody([
    { name: "biz", value: biz },
    { name: "file", value: dot, fileName, type: "image/png" },
  ]);
  const { success, message } = await client.post("/sys/common/upload", body, options);
  if (!success) throw new Error(`upload for ${biz}: ${message}`);
  return message;
}
