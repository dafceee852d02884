import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identify } from "../runtime/schema/source-document.ts";
import { ConfigError, readConfig } from "../server/config/config.ts";
import { DataDirError } from "../server/db/data-dir-error.ts";
import { openDatabase } from "../server/db/open-database.ts";
import { planModels } from "../server/db/tables/apply-models.ts";
import { loadDocuments } from "../server/documents/load-documents.ts";
import { withPublished } from "../server/documents/published/published-documents.ts";
import { filesBelow, readRoots } from "../server/documents/read-documents.ts";
import { migrateDocument } from "./migrate/codemods.ts";

const usage = `用法：npm run migrate [-- --check] [--no-database]
  把文档改成现在的写法，并列出下次启动会怎样改数据库的表；--check 什么也不写，有要改的文档或会被拒绝的改动时退出码为 1`;
const roots = process.env.SCHEMAS_DIR ?? "schemas";

/** Documents of earlier versions of the language, and what a start would do to the tables, before it is done. */
async function main(args: readonly string[]): Promise<number> {
  if (args.some((argument) => !["--check", "--no-database"].includes(argument))) {
    console.error(usage);
    return 2;
  }
  const isCheck = args.includes("--check");
  const { changed, problems } = migrateFiles(isCheck);
  const refused = args.includes("--no-database") ? 0 : await printTablePlan();
  return problems > 0 || refused > 0 || (isCheck && changed > 0) ? 1 : 0;
}

function migrateFiles(isCheck: boolean): { readonly changed: number; readonly problems: number } {
  let changed = 0;
  let problems = 0;
  for (const file of readRoots(roots).flatMap((root) => filesBelow(root, "").map((path) => join(root, path)))) {
    const identity = identify(file);
    if (!identity) continue;
    const { text, changes, problem } = migrateDocument(readFileSync(file, "utf8"), identity.kind);
    if (problem !== undefined) {
      problems += 1;
      console.error(`${file}：${problem}`);
    }
    if (changes.length === 0) continue;
    changed += 1;
    console.log(`${isCheck ? "要改" : "已改"} ${file}：${changes.join("；")}`);
    if (!isCheck) writeFileSync(file, text);
  }
  console.log(`${changed} 个文档${isCheck ? "要改" : "已改"}`);
  return { changed, problems };
}

/** @returns how many changes a start would refuse */
async function printTablePlan(): Promise<number> {
  const config = readConfig(process.env);
  const location = config.databaseUrl === undefined ? { dataDir: config.dataDir } : { url: config.databaseUrl };
  if ("dataDir" in location && !existsSync(join(config.dataDir, "pgdata"))) {
    console.log("还没有数据库：下次启动时建立所有的表");
    return 0;
  }
  const db = await openDatabase(location, { timeZone: config.timeZone });
  try {
    const documents = await withPublished(db.kysely, loadDocuments(roots));
    const { statements, refused } = await planModels(db, documents.resolvedModels.values());
    console.log(statements.length > 0 ? "下次启动时执行：" : "数据库的表不用改");
    for (const statement of statements) console.log(`  ${statement}`);
    for (const { table, reason, statement } of refused) console.error(`会拒绝 表 ${table}：${reason}\n  ${statement}`);
    return refused.length;
  } finally {
    await db.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isLocked = error instanceof DataDirError && error.problem === "locked";
  const isKnown = error instanceof ConfigError || error instanceof DataDirError;
  console.error(isLocked ? "服务正在使用内置数据库；停下服务，或用 --no-database" : isKnown ? error.message : error);
  process.exitCode = 1;
}
