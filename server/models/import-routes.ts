import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { Caller } from "../auth/caller.ts";
import { readWorkbook } from "../excel/workbook.ts";
import { writeXlsx } from "../excel/write-xlsx.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../query/refusal.ts";
import type { Engine } from "./engine.ts";
import type { RowProblem } from "./import-rows.ts";
import { headerOf, importFields, readImportSheet } from "./import-sheet.ts";
import { isNumeric } from "./row-codec.ts";

interface ImportParts {
  readonly engine: Engine;
  readonly callerOf: (request: FastifyRequest) => Caller;
  readonly log: (request: FastifyRequest, caller: Caller, text: string) => Promise<void>;
  /** Keeps the report where only the importer can read it; answers its path below the static address. */
  readonly keepReport: (text: string, caller: Caller) => Promise<{ readonly url: string; readonly fileName: string }>;
}

/** `POST {base}/importExcel` and its template, for every model that may be written (contract 08 §8.2). */
export function registerImportRoutes(api: FastifyInstance, models: Iterable<ResolvedModel>, parts: ImportParts): void {
  for (const model of models) {
    if (!model.writable) continue;
    const config = { permission: `${model.permissionPrefix}:import` };
    const url = `${model.base}/importExcel`;
    if (!api.hasRoute({ method: "POST", url: `${api.prefix}${url}` })) {
      api.post(url, { config }, (request) => importFile(request, model, parts));
    }
    api.get(`${model.base}/importTemplate`, { config }, (request, reply) => {
      const fields = importFields(model, parts.callerOf(request));
      const columns = fields.map((field) => ({
        title: headerOf(field),
        widthChars: 18,
        kind: isNumeric(field) ? ("number" as const) : ("text" as const),
      }));
      const heading = { title: `${model.title}导入模板`, subtitle: "带 * 的列必填；请从第 4 行开始填写，不要改动表头" };
      const fileName = encodeURIComponent(`${heading.title}.xlsx`);
      return reply
        .type("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
        .header("Content-Disposition", `attachment; filename*=UTF-8''${fileName}`)
        .send(writeXlsx(heading, columns, Readable.from([])));
    });
  }
}

/** A workbook of the largest import that is taken. */
const maxImportBytes = 50 * 1024 * 1024;

async function importFile(request: FastifyRequest, model: ResolvedModel, parts: ImportParts): Promise<Envelope> {
  const caller = parts.callerOf(request);
  if (!request.isMultipart()) throw new AppError("BAD_REQUEST");
  const part = await request.file({ limits: { fileSize: maxImportBytes } });
  if (!part) throw refuse("未上传任何文件");
  const bytes = await part.toBuffer();
  if (part.file.truncated) throw new AppError("TOO_LARGE");
  const sheet = readImportSheet(model, caller, await readWorkbook(bytes));
  const problems = await parts.engine.importRows(model.id, sheet, caller);
  const total = sheet.rows.length;
  await parts.log(request, caller, `导入${model.title}，共 ${total} 行，错误 ${problems.length} 行`);
  const ignored = sheet.ignoredHeaders.length > 0 ? `（未识别的列已忽略：${sheet.ignoredHeaders.join("、")}）` : "";
  if (problems.length === 0) {
    return answer(200, `共${total}行数据全部导入成功！${ignored}`, null);
  }
  const report = await parts.keepReport(reportText(problems), caller);
  return answer(201, "文件中有错误数据，未导入任何一行，请修改后重新导入。", {
    totalCount: total,
    successCount: 0,
    errorCount: problems.length,
    msg: `总上传行数：${total}，已导入行数：0，错误行数：${problems.length}`,
    fileUrl: `/sys/common/static/${report.url}`,
    fileName: report.fileName,
  });
}

const reportText = (problems: readonly RowProblem[]) =>
  `\uFEFF${problems.map(({ rowNumber, message }) => `第 ${rowNumber} 行：${message}`).join("\r\n")}\r\n`;

const answer = (code: number, message: string, result: unknown): Envelope => ({
  success: true,
  code,
  message,
  result,
  timestamp: Date.now(),
});
