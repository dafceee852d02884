import { createHash, type Hash, randomBytes } from "node:crypto";
import type { MultipartFile } from "@fastify/multipart";
import type { UploadKind } from "../../runtime/wire/upload-kind.ts";
import { AppError } from "../http/errors.ts";
import type { FileStore } from "./file-store.ts";
import { type FileType, fileTypeOf, uploadLimits } from "./file-types.ts";
import { extensionProblem, type SizeLimit, sizeLimitOf } from "./upload-kinds.ts";
import { readUploadName } from "./upload-name.ts";

/** Bytes that the content check looks at. */
export const sampleBytes = 4_100;

export interface ReceivedFile {
  readonly fileName: string;
  readonly url: string;
  readonly biz: string;
  readonly mimeType: string;
  readonly fileSize: number;
  readonly sha256: string;
}

/** What an upload says of itself, checked. */
export interface AdmittedUpload {
  readonly fileName: string;
  readonly biz: string;
  readonly type: FileType;
  readonly extension: string;
  readonly limit: SizeLimit;
}

/**
 * @param uploadMaxMb what the operator allows any file
 * @throws AppError INVALID for a name or a type that is not allowed for this use
 */
export function admitUpload(rawName: string, kind: UploadKind, uploadMaxMb: number): AdmittedUpload {
  const name = readUploadName(rawName);
  if (!name) throw refused("文件名不正确，请改名后重试");
  const type = fileTypeOf(name.extension);
  if (!type) throw refused(`不支持上传 .${name.extension} 文件`);
  const problem = extensionProblem(kind, name.extension);
  if (problem) throw refused(problem);
  const { extension } = name;
  return { fileName: name.name, biz: kind.code, type, extension, limit: sizeLimitOf(kind, uploadMaxMb) };
}

/** A name of ours that nobody else gets. */
export function newUploadPath({ biz, extension }: AdmittedUpload): string {
  const month = new Date().toISOString().slice(0, 7).replace("-", "");
  return `${biz}/${month}/${Date.now()}${randomBytes(8).toString("hex")}.${extension}`;
}

/**
 * Writes one uploaded part to the store, to a place of `newUploadPath`. Size and content are checked while it streams; whatever is
 * refused leaves no file behind.
 *
 * @throws AppError TOO_LARGE beyond what one call may send, FILE_TOO_LARGE beyond what the use allows
 */
export async function receiveUpload(
  part: MultipartFile,
  admitted: AdmittedUpload,
  { url, store }: { readonly url: string; readonly store: FileStore },
): Promise<ReceivedFile> {
  const maxBytes = uploadLimits.fileBytes;
  const received = await storeUpload(admitted, part.file, { url, store, maxBytes });
  if (part.file.truncated) {
    await store.remove(received.url);
    throw new AppError("TOO_LARGE");
  }
  return received;
}

/** Writes a file to the place `url` while its size and content are checked; whatever is refused leaves nothing behind. */
export async function storeUpload(
  { fileName, biz, type, limit }: AdmittedUpload,
  source: AsyncIterable<Buffer>,
  { url, store, maxBytes }: { readonly url: string; readonly store: FileStore; readonly maxBytes: number },
): Promise<ReceivedFile> {
  const measured = { bytes: 0, hash: createHash("sha256") };
  const bounds = { limit, maxBytes };
  await store.write(url, checkedContent(source, type, measured, bounds));
  const sha256 = measured.hash.digest("hex");
  return { fileName, url, biz, mimeType: type.mimeType, fileSize: measured.bytes, sha256 };
}

const refused = (reason: string) => new AppError("INVALID", { details: { reason } });

/** Counts and hashes what passes, and ends with an error when the first bytes are not of the promised type. */
async function* checkedContent(
  source: AsyncIterable<Buffer>,
  type: FileType,
  measured: { bytes: number; readonly hash: Hash },
  { limit, maxBytes }: { readonly limit: SizeLimit; readonly maxBytes: number },
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of source) {
    measured.bytes += chunk.length;
    if (measured.bytes > limit.bytes) throw limit.refusal();
    if (measured.bytes > maxBytes) throw new AppError("TOO_LARGE");
    measured.hash.update(chunk);
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < sampleBytes) continue;
    yield await checkedHead(type, head);
    head = undefined;
  }
  if (head) yield await checkedHead(type, head);
}

/** @throws AppError INVALID when the first bytes of a file are not of the promised type */
export async function checkedHead(type: FileType, head: Buffer): Promise<Buffer> {
  if (head.length === 0) throw refused("文件是空的");
  if (!(await matches(type, head))) throw refused("文件内容与类型不符，请检查后重试");
  return head;
}

async function matches(type: FileType, head: Buffer): Promise<boolean> {
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(head);
  if (type.contents.length > 0) return found !== undefined && type.contents.includes(found.mime);
  // Plain text has no signature: nothing known, no control characters, and not a page in disguise.
  return !found && !head.includes(0) && !/<(!doctype|html|script|svg|\?xml)/i.test(head.toString("latin1"));
}
