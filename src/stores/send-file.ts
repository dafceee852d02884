import type { UploadOptions } from "../../runtime/react/services.ts";
import { comesInParts } from "../../runtime/schema/comes-in-parts.ts";
import type { ApiClient } from "../api/client.ts";
import { upload } from "../api/upload.ts";

/** Sends a file as its size needs: in one call, or part after part. Few are so large that the second is loaded. */
export async function sendFile(client: ApiClient, file: File, options: UploadOptions): Promise<string> {
  if (!comesInParts(file, options)) return upload(client, file, options);
  const { uploadInParts } = await import("./upload-in-parts.ts");
  return uploadInParts(client, file, options);
}
