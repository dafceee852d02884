import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { type FileStore, localFileStore } from "./file-store.ts";
import { s3FileStore } from "./s3-file-store.ts";

/** Where files lie by the settings: in a bucket, or in the data folder. */
export function openFileStore({ s3, dataDir }: Pick<Config, "s3" | "dataDir">): FileStore {
  return s3 === undefined ? localFileStore(join(dataDir, "files")) : s3FileStore(s3);
}

/** The store in words for the operator; without its key. */
export function nameOfStore({ s3 }: Pick<Config, "s3">): string {
  return s3 === undefined ? "数据文件夹" : `${s3.endpoint ?? "Amazon S3"} 的存储桶 ${s3.bucket}`;
}
