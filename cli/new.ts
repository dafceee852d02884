import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { nearest } from "../runtime/schema/nearest.ts";
import type { ScreenDocument } from "../runtime/schema/types.gen.ts";
import { loadDocuments } from "../server/documents/load-documents.ts";
import { readRoots } from "../server/documents/read-documents.ts";
import { ownMetaFiles } from "./generate/generated-files.ts";
import { writeFiles } from "./generate/write-files.ts";
import { newPageFiles } from "./new/new-page.ts";
import { isPageKind, pageKinds } from "./new/page-kinds.ts";

const roots = process.env.SCHEMAS_DIR ?? "schemas";
/** Own documents come last: new ones are written beside them. */
const root = readRoots(roots).at(-1) ?? "schemas";
const kinds = Object.keys(pageKinds);
const usage = `用法：npm run new:page -- 目录/名称 [--title 页面名称] [--kind ${kinds.join("|")}] [--model 已有的模型]
例如：npm run new:page -- member/level --title 会员等级`;

/** Writes the documents of a new page; existing files are never touched. */
function main(args: readonly string[]): number {
  const options: Record<string, string> = {};
  let id: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? "";
    if (argument === "--help") return help();
    if (!argument.startsWith("--")) id ??= argument;
    else if (["--title", "--kind", "--model"].includes(argument)) options[argument.slice(2)] = args[++at] ?? "";
    else return refuse(`不认识的选项 ${argument}`);
  }
  if (id === undefined || !/^[a-z][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)+$/.test(id)) {
    return refuse("页面标识须由小写字母、数字和减号组成，至少两段");
  }
  const { kind } = options;
  if (kind !== undefined && !isPageKind(kind)) return refuse(`没有页面种类 ${kind}${meant(kind, kinds)}`);
  if (existsSync(join(root, `${id}.screen.json`))) {
    console.error(`${root}/${id}.screen.json 已经存在`);
    return 1;
  }
  mkdirSync(root, { recursive: true });
  const { models, screens, data, texts } = loadDocuments(roots);
  const menuRows = [...data.values()]
    .filter((document) => document.model === "system/permission")
    .flatMap(({ rows }) => rows.map((row) => [String(row.id), String(row.name)] as const));
  const groups = new Map(menuRows);
  const model = models.get(options.model ?? id);
  if (options.model !== undefined && !model) {
    return refuse(`没有模型 ${options.model}${meant(options.model, [...models.keys()])}`);
  }
  const [group = ""] = id.split("/");
  const title = options.title ?? model?.title ?? id.split("/").at(-1) ?? id;
  const english = texts.get("en-US") ?? new Map<string, string>();
  const sort = nextSort([...screens.values()], groups.has(group) ? group : undefined);
  const page = { id, title, kind, model, menuGroups: [...groups.keys()], sort, english };
  for (const [path, text] of Object.entries(newPageFiles(page))) {
    const file = join(root, path);
    if (existsSync(file)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`已建立 ${file}`);
  }
  // An editor finds the language beside the documents.
  if (resolve(root) !== resolve("schemas")) writeFiles(ownMetaFiles(root));
  console.log(`菜单：${groups.has(group) ? `${groups.get(group)} / ` : "最上层的 "}${title}`);
  console.log("接着：改模型里的字段，运行 npm run lint:schemas；开发时新页面一秒内出现");
  return 0;
}

/** Below the last page of a menu group, with room for more between them. */
function nextSort(screens: readonly ScreenDocument[], parent: string | undefined): number {
  const sorts = screens.flatMap(({ menu }) => (menu && menu.parent === parent ? [menu.sort ?? 0] : []));
  return (Math.floor(Math.max(0, ...sorts) / 10) + 1) * 10;
}

function help(): number {
  console.log(usage);
  return 0;
}

function refuse(reason: string): number {
  console.error(`${reason}\n${usage}`);
  return 2;
}

function meant(written: string, known: readonly string[]): string {
  const right = nearest(written, known);
  return right === undefined ? "" : `，是否想写 ${right}？`;
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
