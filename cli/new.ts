import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadDocuments } from "../server/documents/load-documents.ts";
import { readRoots } from "../server/documents/read-documents.ts";
import { newPageFiles } from "./new/new-page.ts";

const roots = process.env.SCHEMAS_DIR ?? "schemas";
/** Own documents come last: new ones are written beside them. */
const root = readRoots(roots).at(-1) ?? "schemas";
const usage =
  "用法：npm run new:page -- 目录/名称 [--title 页面名称]，例如 npm run new:page -- member/level --title 会员等级";

/** Writes the documents of a new page; existing files are never touched. */
function main(args: readonly string[]): number {
  const at = args.indexOf("--title");
  const given = at < 0 ? undefined : args[at + 1];
  const id = args.find((argument, index) => !argument.startsWith("--") && (at < 0 || index !== at + 1));
  if (id === undefined || !/^[a-z][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)+$/.test(id)) {
    console.error(`页面标识须由小写字母、数字和减号组成，至少两段\n${usage}`);
    return 2;
  }
  if (existsSync(join(root, `${id}.screen.json`))) {
    console.error(`${root}/${id}.screen.json 已经存在`);
    return 1;
  }
  const { models, data } = loadDocuments(roots);
  const menuGroups = [...data.values()]
    .filter((document) => document.model === "system/permission")
    .flatMap((document) => document.rows.map((row) => String(row.id)));
  const model = models.get(id);
  const title = given ?? model?.title ?? id.split("/").at(-1) ?? id;
  for (const [path, text] of Object.entries(newPageFiles({ id, title, model, menuGroups }))) {
    const file = join(root, path);
    if (existsSync(file)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`已建立 ${file}`);
  }
  console.log("接着：改模型里的字段，运行 npm run lint:schemas；开发时新页面一秒内出现");
  return 0;
}

process.exitCode = main(process.argv.slice(2));
