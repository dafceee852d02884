import { schemaProblems } from "../json-schema/check-schema.ts";
import { isSchema } from "../json-schema/keywords.ts";
import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";

interface CodeWidget {
  readonly type?: string;
  readonly language?: string;
  readonly schema?: unknown;
}

/** LC2029: a JSON Schema that could not be used, or that nothing would be checked by. */
export function checkJsonSchemas({ definition, value, path }: Site, report: Report): void {
  if (definition === "jsonSchema" && isSchema(value)) {
    for (const { path: below, ...problem } of schemaProblems(value).slice(0, 20))
      report({ code: "LC2029", ...problem, path: [...path, ...below] });
  }
  if (definition !== "field") return;
  const { type, widget } = value as { readonly type?: string; readonly widget?: CodeWidget };
  if (widget?.type !== "code-editor" || widget.schema === undefined) return;
  if (type === "json" || widget.language === "json") return;
  report({
    code: "LC2029",
    message: "只有 JSON 按 JSON Schema 检查，请把 language 写成 json",
    suggestion: undefined,
    path: [...path, "widget", "schema"],
    atKey: true,
  });
}
