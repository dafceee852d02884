import { sql } from "kysely";
import { filesInText, htmlFiles, storedFiles } from "../../runtime/format/stored-files.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { UploadKind } from "../../runtime/wire/upload-kind.ts";
import { isDrawnPath } from "../files/drawn-path.ts";
import { filesTable } from "../files/file-records.ts";
import { extensionProblem, listUploadKinds, sizeLimitOf } from "../files/upload-kinds.ts";
import { errorMessage } from "../http/errors.ts";
import type { Work } from "./engine-parts.ts";
import { isHtmlField } from "./html/clean-html.ts";

const fileWidgets: ReadonlySet<string> = new Set(["image-upload", "file-upload", "image", "file"]);

/** Fields whose value is paths of uploaded files. */
function fileFields(model: ResolvedModel): ResolvedField[] {
  return [...model.fields.values()].filter((field) => field.widget && fileWidgets.has(field.widget.type));
}

/** With the fields of formatted text, which may show uploaded pictures. */
const picturedFields = (model: ResolvedModel): ResolvedField[] => [
  ...fileFields(model),
  ...[...model.fields.values()].filter((field) => isHtmlField(field) || isMarkdown(field)),
];

/**
 * A path that comes into a row must be of a file that the caller uploaded and that no other row uses; otherwise naming a
 * foreign file in a row of one's own would open it.
 *
 * @returns messages by field
 */
export async function fileErrors(
  work: Work,
  model: ResolvedModel,
  row: Row,
  before: Row | undefined,
): Promise<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const field of fileFields(model)) {
    const added = addedPaths(field, row, before).filter((path) => !isDrawnPath(path));
    if (added.length === 0) continue;
    const { rows } = await sql<StoredFile>`select url, file_size as "fileSize" from ${sql.table(filesTable)}
      where url in (${sql.join(added)}) and owner_id is null and create_by = ${work.caller.username}
        and tenant_id = ${work.caller.tenantId}`.execute(work.trx);
    const problem = rows.length < added.length ? "文件不存在或不是您上传的" : await kindProblem(work, field, row, rows);
    if (problem) errors[field.name] = `${field.title}：${problem}`;
  }
  return errors;
}

interface StoredFile {
  readonly url: string;
  readonly fileSize: string | number;
}

/** Files that were uploaded for another use: the field's own decides what it holds. */
async function kindProblem(
  { trx, parts }: Work,
  field: ResolvedField,
  row: Row,
  added: readonly StoredFile[],
): Promise<string | undefined> {
  if (!parts.models.has("system/upload-kind")) return undefined;
  const code = (field.widget as { readonly biz?: string } | undefined)?.biz ?? "temp";
  const kind = (await listUploadKinds(trx)).find((each) => each.code === code);
  if (!kind) return undefined;
  const { maxFiles, title } = kind;
  if (maxFiles !== null && filesOf(field, row[field.name]).length > maxFiles)
    return `“${title}”最多 ${maxFiles} 个文件`;
  return added.map((file) => fileProblem(kind, file)).find((problem) => problem !== undefined);
}

function fileProblem(kind: UploadKind, { url, fileSize }: StoredFile): string | undefined {
  const limit = sizeLimitOf(kind, Number.POSITIVE_INFINITY);
  const { errorName, details } = limit.refusal();
  if (Number(fileSize) > limit.bytes) return errorMessage(errorName, details);
  return extensionProblem(kind, url.split(".").pop() ?? "");
}

/**
 * From now on the files belong to the row: whoever may see it, may read them. A picture in a text that somebody else
 * uploaded, or that belongs to another row, stays what it is.
 */
export async function ownFiles(work: Work, model: ResolvedModel, row: Row, before: Row | undefined): Promise<void> {
  for (const field of picturedFields(model)) {
    const added = addedPaths(field, row, before);
    if (added.length === 0) continue;
    await sql`update ${sql.table(filesTable)}
      set owner_model = ${model.id}, owner_id = ${row.id}, owner_field = ${field.name}
      where url in (${sql.join(added)}) and owner_id is null
        and create_by = ${work.caller.username} and tenant_id = ${work.caller.tenantId}`.execute(work.trx);
  }
}

/** The row names files that it did not name before. */
export const bringsFiles = (model: ResolvedModel, row: Row, before: Row | undefined): boolean =>
  picturedFields(model).some((field) => addedPaths(field, row, before).length > 0);

function addedPaths(field: ResolvedField, row: Row, before: Row | undefined): string[] {
  const known = new Set(filesOf(field, before?.[field.name]));
  return [...new Set(filesOf(field, row[field.name]))].filter((path) => !known.has(path));
}

/** Paths of the files that a value of the field names or shows. */
export function filesOf(field: Pick<ResolvedField, "widget" | "cell">, value: unknown): readonly string[] {
  if (isMarkdown(field)) return filesInText(value);
  return (isHtmlField(field) ? htmlFiles(value) : storedFiles(value)).map(({ path }) => path);
}

const isMarkdown = ({ widget, cell }: Pick<ResolvedField, "widget" | "cell">): boolean =>
  widget?.type === "markdown" || cell?.type === "markdown";
