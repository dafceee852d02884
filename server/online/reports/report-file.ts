import type { ReportDocument } from "../../../runtime/compile/report-model.ts";
import type { DocumentKind } from "../../../runtime/schema/compose.ts";
import { parseDocument } from "../../../runtime/schema/parse-document.ts";
import { checkShape } from "../../../runtime/schema/shape.ts";
import { refuse } from "../../http/refusal.ts";
import { readRowBody } from "../../models/engine-parts.ts";
import type { StoredDefinition } from "./definition.ts";
import { type KnownReports, type ReportOfDocument, reportOfDocument } from "./report-of-document.ts";

/** Places that are named at most when a document does not keep to the language. */
const namedFaults = 5;
const noDefinition = "报表定义须有 head、items、params";

/**
 * Reads what people bring: a definition as 导出定义 writes it, the data document of one report, or a `report` screen.
 *
 * @throws AppError INVALID that says which line of a document is wrong, or what can be brought
 */
export async function readReportFile(value: unknown, known: KnownReports): Promise<ReportOfDocument> {
  if (typeof value !== "object" || value === null) throw refuse(noDefinition);
  const body = readRowBody(value);
  if (body.schemaVersion === undefined) return { definition: readDefinition(body), left: [] };
  if (body.kind === "report") {
    checkDocument(body, "screen");
    return reportOfDocument(body as unknown as ReportDocument, known);
  }
  if (body.model !== "online/cgreport-head") {
    throw refuse("只能导入 report 页面、在线报表的数据文件，或“导出定义”得到的文件");
  }
  checkDocument(body, "data");
  const rows = body.rows as readonly unknown[];
  if (rows.length !== 1) throw refuse(`这个文件里有 ${rows.length} 个报表，一次导入一个`);
  const { items = [], params = [], status: _status, ...head } = readRowBody(rows[0]);
  return { definition: readDefinition({ head, items, params }), left: [] };
}

function readDefinition({ head, items = [], params = [] }: Readonly<Record<string, unknown>>): StoredDefinition {
  const rows = (part: unknown) => {
    if (!Array.isArray(part)) throw refuse(noDefinition);
    return part.map(readRowBody);
  };
  if (head === undefined) throw refuse(noDefinition);
  return { head: readRowBody(head), items: rows(items), params: rows(params) };
}

/** Lines are those of the text as it is written here, two spaces in. */
function checkDocument(value: unknown, kind: DocumentKind): void {
  const { document, diagnostics } = parseDocument({
    path: `report.${kind}.json`,
    text: JSON.stringify(value, null, 2),
  });
  const faults = [...diagnostics, ...(document ? checkShape(document) : [])];
  if (faults.length === 0) return;
  const lines = faults.slice(0, namedFaults).map(({ path, message }) => `${path || "/"}：${message}`);
  throw refuse(`文件不符合规定：${lines.join("；")}${faults.length > namedFaults ? " 等" : ""}`);
}
