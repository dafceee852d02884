import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { RouteModule } from "../context.ts";
import type { CellValue, SheetColumn } from "../files/excel/sheet.ts";
import { readWorkbook } from "../files/excel/workbook.ts";
import { writeXlsx } from "../files/excel/write-xlsx.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";

/** Far beyond what an editable table takes. */
const limits = { bytes: 5 * 1024 * 1024, rows: 5_000, columns: 200, text: 32_767 } as const;

const cell = { anyOf: [{ type: "string", maxLength: limits.text }, { type: "number" }, { type: "null" }] } as const;

const body = {
  type: "object",
  required: ["title", "subtitle", "columns", "rows"],
  additionalProperties: false,
  properties: {
    title: { type: "string", minLength: 1, maxLength: 100 },
    subtitle: { type: "string", maxLength: 200 },
    columns: {
      type: "array",
      minItems: 1,
      maxItems: limits.columns,
      items: {
        type: "object",
        required: ["title", "kind"],
        additionalProperties: false,
        properties: {
          title: { type: "string", maxLength: 200 },
          kind: { enum: ["text", "number"] },
          scale: { type: "integer", minimum: 0, maximum: 20 },
        },
      },
    },
    rows: {
      type: "array",
      maxItems: limits.rows,
      items: { type: "array", maxItems: limits.columns, items: cell },
    },
  },
} as const;

interface WriteBody {
  readonly title: string;
  readonly subtitle: string;
  readonly columns: readonly Pick<SheetColumn, "title" | "kind" | "scale">[];
  readonly rows: readonly (readonly CellValue[])[];
}

/**
 * Sheets of rows that are not stored yet: an editable table reads what it imports and writes what it exports. Nothing of
 * either is kept, and no row of the database is touched.
 */
export const routes: RouteModule = (api) => {
  const session = { config: { permission: "session" } };

  /** The cells of the first sheet, from its first row on. */
  api.post("/lowcode/sheet/read", session, async (request) => {
    const rows = await readWorkbook(await readFile(request));
    if (rows.length > limits.rows) throw refuse(`文件超过 ${limits.rows} 行，请分批导入`);
    return ok(rows);
  });

  api.post<{ Body: WriteBody }>("/lowcode/sheet/write", { ...session, schema: { body } }, async (request, reply) => {
    const { title, subtitle, rows } = request.body;
    const columns = request.body.columns.map((column) => ({ ...column, widthChars: 18 }));
    return reply
      .type("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
      .header("Content-Disposition", `attachment; filename*=UTF-8''${encodeURIComponent(`${title}.xlsx`)}`)
      .send(writeXlsx({ title, subtitle }, columns, Readable.from([rows])));
  });
};

async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError("BAD_REQUEST");
  const file = await request.file({ limits: { fileSize: limits.bytes, files: 1 } });
  if (!file) throw refuse("未上传任何文件");
  const bytes = await file.toBuffer();
  if (file.file.truncated) throw new AppError("TOO_LARGE");
  return bytes;
}
