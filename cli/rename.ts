import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { definitions } from "../renderers/definitions.gen.ts";
import { readDocuments } from "../server/documents/read-documents.ts";
import { printDiagnostics } from "./lint/print-diagnostics.ts";
import { renameField } from "./rename/rename-field.ts";

const usage =
  "用法：npm run rename -- 模型.字段 新的字段名 [--check]，例如 npm run rename -- store/store.openDate openedOn";

/**
 * Renames a field in all documents of `SCHEMAS_DIR` (default `schemas`). With `--check` nothing is written.
 * Exit codes: 0 renamed, 1 when documents would be broken, 2 when called wrongly.
 */
function main(args: readonly string[]): number {
  const isCheck = args.includes("--check");
  const [field = "", to = "", ...more] = args.filter((argument) => argument !== "--check");
  const [, model = "", from = ""] = /^([^.]+)\.([^.]+)$/.exec(field) ?? [];
  if (model === "" || to === "" || more.length > 0) return refuse(usage);
  const files = readDocuments(process.env.SCHEMAS_DIR ?? "schemas");
  const renamed = renameField(files, { model, from, to }, { definitions });
  if (renamed.kind === "refused") return refuse(renamed.reason);
  if (renamed.kind === "broken") {
    process.stdout.write(printDiagnostics(renamed.errors, files));
    process.stderr.write("没有改任何文件：改名后会有上面的错误\n");
    return 1;
  }
  for (const { path, root: folder = "", text } of renamed.changed) {
    if (!isCheck) writeFileSync(join(folder, path), text);
    console.log(`${isCheck ? "将改" : "已改"} ${path}`);
  }
  console.log("列在服务器下次启动时连同数据改名。在线报表的 SQL、保存的查询和数据规则里的旧名称请在控制台里改。");
  return 0;
}

function refuse(reason: string): number {
  process.stderr.write(`${reason}\n`);
  return 2;
}

process.exitCode = main(process.argv.slice(2));
