import { sql } from "kysely";
import { extensionList, maxMbOf, takesExtension, type UploadKind } from "../../runtime/wire/upload-kind.ts";
import type { Queryable } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";

const mega = 1024 * 1024;
const usualUse = "temp";

/** All uses in the order of their codes; a handful of rows, read anew each time. */
export async function listUploadKinds(db: Queryable): Promise<readonly UploadKind[]> {
  const { rows } = await sql<Omit<UploadKind, "extensions"> & { readonly extensions: string | null }>`
    select code, title, extensions, max_mb as "maxMb", max_files as "maxFiles" from sys_upload_kind
    order by code`.execute(db);
  return rows.map(({ extensions, maxMb, maxFiles, ...kind }) => ({
    ...kind,
    extensions: extensions?.split(",").filter(Boolean) ?? [],
    maxMb: maxMb === null ? null : Number(maxMb),
    maxFiles: maxFiles === null ? null : Number(maxFiles),
  }));
}

/** @throws AppError INVALID for a use that no row has */
export async function readUploadKind(db: Queryable, use: string): Promise<UploadKind> {
  const kind = (await listUploadKinds(db)).find(({ code }) => code === (use || usualUse));
  if (!kind) throw refuse("上传用途不正确");
  return kind;
}

/** What the operator and the use allow together. */
export interface SizeLimit {
  readonly bytes: number;
  readonly refusal: () => AppError;
}

export function sizeLimitOf(kind: UploadKind, uploadMaxMb: number): SizeLimit {
  const maxMb = maxMbOf(kind, uploadMaxMb);
  return {
    bytes: maxMb * mega,
    refusal: () => new AppError("FILE_TOO_LARGE", { details: { kind: kind.title, maxMb } }),
  };
}

/** Why a use does not take files that end so; undefined when it does. */
export function extensionProblem(kind: UploadKind, extension: string): string | undefined {
  if (takesExtension(kind, extension)) return undefined;
  return `“${kind.title}”只能上传 ${extensionList(kind.extensions)} 文件，不能上传 .${extension} 文件`;
}
