import { createHash, randomBytes } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import type { MultipartFile } from "@fastify/multipart";
import { fileTypeFromBuffer } from "file-type";
import { AppError } from "../http/errors.ts";
import type { FileStore } from "./file-store.ts";
import { type FileType, fileTypeOf, fileUses, uploadLimits } from "./file-types.ts";
import { readUploadName } from "./upload-name.ts";

/** Bytes that the content check looks at. */
const sampleBytes = 4_100;

export interface ReceivedFile {
  readonly fileName: string;
  readonly url: string;
  readonly biz: string;
  readonly mimeType: string;
  readonly fileSize: number;
  readonly sha256: string;
}

/**
 * Writes one uploaded part to the store under a name of ours. Size and content are checked while it streams; whatever is
 * refused leaves no file behind.
 *
 * @throws AppError INVALID for a name or a type that is not allowed, TOO_LARGE beyond the limit
 */
export async function receiveUpload(part: MultipartFile, rawUse: string, store: FileStore): Promise<ReceivedFile> {
  const biz = rawUse || "temp";
  if (!fileUses.includes(biz)) throw refused("上传用途不正确");
  const name = readUploadName(part.filename);
  if (!name) throw refused("文件名不正确，请改名后重试");
  const type = fileTypeOf(name.extension);
  if (!type) throw refused(`不支持上传 .${name.extension} 文件`);
  const url = `${biz}/${new Date().toISOString().slice(0, 7).replace("-", "")}/${Date.now()}${randomBytes(8).toString("hex")}.${name.extension}`;
  const meter = new UploadMeter(type);
  await store.write(url, part.file.pipe(meter));
  if (part.file.truncated) {
    await store.remove(url);
    throw new AppError("TOO_LARGE");
  }
  return { fileName: name.name, url, biz, mimeType: type.mimeType, fileSize: meter.bytes, sha256: meter.digest() };
}

const refused = (reason: string) => new AppError("INVALID", { details: { reason } });

/** Counts and hashes what passes, and stops the stream when the first bytes are not of the promised type. */
class UploadMeter extends Transform {
  bytes = 0;
  readonly #hash = createHash("sha256");
  readonly #type: FileType;
  #sample: Buffer[] = [];
  #sampled = 0;
  #isChecked = false;

  constructor(type: FileType) {
    super();
    this.#type = type;
  }

  digest(): string {
    return this.#hash.digest("hex");
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    if (this.bytes > uploadLimits.fileBytes) done(new AppError("TOO_LARGE"));
    else if (this.#isChecked) done(null, chunk);
    else {
      this.#sample.push(chunk);
      this.#sampled += chunk.length;
      if (this.#sampled < sampleBytes) done();
      else this.#release(done);
    }
  }

  override _flush(done: TransformCallback): void {
    if (this.bytes === 0) done(refused("文件是空的"));
    else if (this.#isChecked) done();
    else this.#release(done);
  }

  #release(done: TransformCallback): void {
    const head = Buffer.concat(this.#sample);
    this.#sample = [];
    this.#isChecked = true;
    matches(this.#type, head).then(
      (isRight) => (isRight ? done(null, head) : done(refused("文件内容与类型不符，请检查后重试"))),
      done,
    );
  }
}

async function matches(type: FileType, head: Buffer): Promise<boolean> {
  const found = await fileTypeFromBuffer(head);
  if (type.contents.length > 0) return found !== undefined && type.contents.includes(found.mime);
  // Plain text has no signature: nothing known, no control characters, and not a page in disguise.
  return !found && !head.includes(0) && !/<(!doctype|html|script|svg|\?xml)/i.test(head.toString("latin1"));
}
