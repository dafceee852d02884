import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Caller } from "../auth/caller.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { uploadedToday } from "./file-records.ts";
import type { FileStore } from "./file-store.ts";
import { uploadLimits } from "./file-types.ts";
import {
  type AdmittedUpload,
  admitUpload,
  checkedHead,
  newUploadPath,
  type ReceivedFile,
  sampleBytes,
  storeUpload,
} from "./receive-upload.ts";
import { recordUpload } from "./shared-content.ts";
import { readUploadKind } from "./upload-kinds.ts";

/** Folder of the parts in the store. */
export const halfFolder = "half";
export const dayIsFull = "今天上传的文件已达上限，请明天再试";

const isElsewhere =
  "前面的部分不在这台服务器上：多台服务器须共用存储桶（S3_BUCKET）或同一个文件夹，请重试，仍不成功请联系管理员";

const mega = 1024 * 1024;
/** After its last part. */
const keepMs = 24 * 60 * 60_000;
/** Of one person at once. */
const mostOpen = 50;

/** An upload that comes in parts, in order; each is a file of its own in the store until the last one is there. */
export interface HalfUpload {
  readonly id: string;
  readonly fileName: string;
  readonly biz: string;
  readonly fileSize: number;
  /** Bytes that are kept: the next part begins here. */
  readonly received: number;
  /** Where the file lies; null until it is whole. */
  readonly path: string | null;
}

interface HalfRow extends HalfUpload {
  readonly parts: readonly string[];
  readonly targets: readonly string[];
}

export interface HalfUploadParts {
  readonly db: Database;
  readonly files: FileStore;
  readonly newId: () => string;
  readonly clock: () => string;
  /** Epoch milliseconds; default the machine's clock. */
  readonly now?: () => number;
}

export interface UploadAllowance {
  readonly uploadMaxMb: number;
  readonly uploadDayMb: number;
}

/**
 * Uploads in parts. A part counts once its row says so, and the row takes only the part that it waits for: two servers, the
 * same part twice and a server that dies in between need no lock. Each belongs to the person who began it.
 */
export class HalfUploads {
  readonly #parts: HalfUploadParts;
  readonly #now: () => number;

  constructor(parts: HalfUploadParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  /** @throws AppError INVALID, FILE_TOO_LARGE for what would be refused at the end as well */
  async begin(
    wanted: { readonly fileName: string; readonly biz: string; readonly fileSize: number },
    caller: Caller,
    allowance: UploadAllowance,
  ): Promise<HalfUpload> {
    const { fileSize } = wanted;
    const { fileName, biz, limit } = await this.#admit(wanted, allowance);
    if (!Number.isSafeInteger(fileSize) || fileSize < 1) throw refuse("文件大小不正确");
    if (fileSize > limit.bytes) throw limit.refusal();
    const { count, bytes } = await this.#openOf(caller);
    if (count >= mostOpen) throw refuse("没有传完的文件太多，请先继续或取消它们");
    await this.#checkDay(caller, bytes + fileSize, allowance);
    const id = randomBytes(16).toString("hex");
    await sql`insert into sys_half_upload (id, username, tenant_id, file_name, biz, file_size, expires_at)
      values (${id}, ${caller.username}, ${caller.tenantId}, ${fileName}, ${biz}, ${fileSize}, ${this.#now() + keepMs})`.execute(
      this.#parts.db.kysely,
    );
    return { id, fileName, biz, fileSize, received: 0, path: null };
  }

  /** @throws AppError UPLOAD_GONE for one that is not there, has expired, or is another person's */
  async find(id: string, caller: Caller): Promise<HalfRow> {
    const { rows } = await sql<Readonly<Record<string, string | null>>>`
      select * from sys_half_upload where id = ${id} and username = ${caller.username}
        and tenant_id = ${caller.tenantId} and expires_at > ${this.#now()}`.execute(this.#parts.db.kysely);
    const row = rows[0];
    if (!row) throw new AppError("UPLOAD_GONE");
    return {
      id,
      fileName: String(row.file_name),
      biz: String(row.biz),
      fileSize: Number(row.file_size),
      received: Number(row.received),
      path: row.path ?? null,
      parts: listOf(row.parts),
      targets: listOf(row.targets),
    };
  }

  /**
   * Keeps a part, as much of it as came when the line breaks. The last one makes the file and its record.
   *
   * @throws AppError UPLOAD_OFFSET when another part is waited for, TOO_LARGE beyond the announced size or a part's limit
   */
  async append(
    half: HalfRow,
    offset: number,
    source: AsyncIterable<Buffer>,
    caller: Caller,
    allowance: UploadAllowance,
  ): Promise<HalfUpload> {
    if (half.path !== null) return half;
    if (offset !== half.received) throw waitsFor(half.received);
    await this.#checkDay(caller, half.received, allowance);
    const { db, files } = this.#parts;
    const [firstPart] = half.parts;
    // Parts on the disk of one server are not there for another.
    if (firstPart !== undefined && (await files.size(firstPart)) === undefined) throw refuse(isElsewhere);
    const path = `${halfFolder}/${half.id}/${offset}-${randomBytes(6).toString("hex")}.bin`;
    const room = Math.min(half.fileSize - offset, uploadLimits.partBytes);
    const measured = { bytes: 0 };
    const admitted = await this.#admit(half, allowance);
    const look = offset === 0 ? (head: Buffer) => checkedHead(admitted.type, head) : undefined;
    try {
      await files.write(path, whatCame(source, room, measured, look));
    } catch (error) {
      // Another kind of file than its name says: nothing that follows mends it.
      if (error instanceof AppError && error.errorName === "INVALID") await this.#remove(half);
      throw error;
    }
    const received = offset + measured.bytes;
    if (measured.bytes === 0) {
      await files.remove(path);
      return half;
    }
    try {
      const parts = [...half.parts, path];
      if (received === half.fileSize) return await this.#complete({ ...half, parts }, admitted, offset, caller);
      const { numAffectedRows } = await sql`
        update sys_half_upload set received = ${received}, parts = ${parts.join()}, expires_at = ${this.#now() + keepMs}
        where id = ${half.id} and received = ${offset} and path is null`.execute(db.kysely);
      if (!numAffectedRows) throw waitsFor(received);
    } catch (error) {
      await files.remove(path).catch(() => undefined); // the sweep takes what stays
      throw error;
    }
    return { ...half, received };
  }

  async cancel(id: string, caller: Caller): Promise<void> {
    const half = await this.find(id, caller);
    await this.#remove(half);
  }

  /** Removes expired uploads, and parts that no upload knows: those of a server that died. */
  async sweep(): Promise<void> {
    const { db, files } = this.#parts;
    const { rows } = await sql<{ id: string; parts: string; targets: string; path: string | null }>`
      select id, parts, targets, path from sys_half_upload where expires_at <= ${this.#now()}`.execute(db.kysely);
    for (const { id, parts, targets, path } of rows)
      await this.#remove({ id, parts: listOf(parts), targets: listOf(targets), path });
    const known = new Set(
      (await sql<{ id: string }>`select id from sys_half_upload`.execute(db.kysely)).rows.map(({ id }) => id),
    );
    for await (const path of files.list(halfFolder)) if (!known.has(path.split("/")[1] ?? "")) await files.remove(path);
  }

  /** The parts become the file. Its place is noted first: a server that dies now leaves nothing that nobody knows. */
  async #complete(half: HalfRow, admitted: AdmittedUpload, offset: number, caller: Caller): Promise<HalfUpload> {
    const { db, files, newId, clock } = this.#parts;
    const url = newUploadPath(admitted);
    const noted = await sql`
      update sys_half_upload set targets = case when targets = '' then ${url} else targets || ',' || ${url} end
      where id = ${half.id} and received = ${offset} and path is null`.execute(db.kysely);
    if (!noted.numAffectedRows) throw waitsFor(half.fileSize);
    let file: ReceivedFile;
    try {
      file = await storeUpload(admitted, this.#joined(half.parts), { url, store: files, maxBytes: half.fileSize });
    } catch (error) {
      if (error instanceof AppError && endings.has(error.errorName)) await this.#remove(half);
      throw error;
    }
    try {
      await recordUpload({ db, files }, { id: newId(), ...file }, caller, clock(), async (trx) => {
        const { numAffectedRows } = await sql`
          update sys_half_upload set received = ${half.fileSize}, path = ${url}, parts = ''
          where id = ${half.id} and received = ${offset} and path is null`.execute(trx);
        if (!numAffectedRows) throw waitsFor(half.fileSize);
      });
    } catch (error) {
      await files.remove(url);
      throw error;
    }
    for (const path of half.parts) await files.remove(path).catch(() => undefined); // the sweep takes what stays
    return { ...half, received: half.fileSize, path: url };
  }

  async #admit(
    { fileName, biz }: Pick<HalfUpload, "fileName" | "biz">,
    { uploadMaxMb }: UploadAllowance,
  ): Promise<AdmittedUpload> {
    return admitUpload(fileName, await readUploadKind(this.#parts.db.kysely, biz), uploadMaxMb);
  }

  async *#joined(parts: readonly string[]): AsyncGenerator<Buffer> {
    for (const path of parts) yield* this.#parts.files.read(path) as AsyncIterable<Buffer>;
  }

  async #openOf({ username }: Caller): Promise<{ readonly count: number; readonly bytes: number }> {
    const { rows } = await sql<{ count: string; bytes: string | null }>`
      select count(*) as count, sum(file_size) as bytes from sys_half_upload
      where username = ${username} and path is null and expires_at > ${this.#now()}`.execute(this.#parts.db.kysely);
    return { count: Number(rows[0]?.count ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
  }

  /** As with whole files: what was begun within the day's limit may end. */
  async #checkDay({ username }: Caller, more: number, { uploadDayMb }: UploadAllowance): Promise<void> {
    const today = await uploadedToday(this.#parts.db.kysely, username, this.#parts.clock());
    if (today + more > uploadDayMb * mega) throw refuse(dayIsFull);
  }

  /** The row goes last: until then the next sweep finds what is left. */
  async #remove({ id, parts, targets, path }: Pick<HalfRow, "id" | "parts" | "targets" | "path">): Promise<void> {
    const { db, files } = this.#parts;
    for (const each of [...parts, ...targets]) if (each !== path) await files.remove(each);
    await sql`delete from sys_half_upload where id = ${id}`.execute(db.kysely);
    for await (const each of files.list(`${halfFolder}/${id}`)) await files.remove(each);
  }
}

const listOf = (text: string | null | undefined): readonly string[] => (text ? text.split(",") : []);

const waitsFor = (received: number) => new AppError("UPLOAD_OFFSET", { details: { received }, result: { received } });

/** Refusals of a whole file: nothing that follows mends it. */
const endings: ReadonlySet<string> = new Set(["INVALID", "FILE_TOO_LARGE"]);

const brokenLine: ReadonlySet<string> = new Set(["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"]);

/** A line that breaks ends what came; anything else that goes wrong refuses it. */
async function* whatCame(
  source: AsyncIterable<Buffer>,
  room: number,
  measured: { bytes: number },
  look: ((head: Buffer) => Promise<unknown>) | undefined,
): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let isLooked = look === undefined;
  try {
    for await (const chunk of source) {
      measured.bytes += chunk.length;
      if (measured.bytes > room) throw new AppError("TOO_LARGE");
      if (!isLooked) {
        head = Buffer.concat([head, chunk]);
        isLooked = head.length >= sampleBytes;
        if (isLooked) await look?.(head.subarray(0, sampleBytes));
      }
      yield chunk;
    }
  } catch (error) {
    if (!brokenLine.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
