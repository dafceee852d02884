import { readFileSync, writeFileSync } from "node:fs";
import type { Conflict } from "../runtime/overlay/apply-overlay.ts";
import {
  applyOverlays,
  exportOverlays,
  type OverlayFile,
  overlayLines,
  readOverlayFile,
} from "../server/documents/published/overlay-transfer.ts";
import type { PublishContext } from "../server/documents/published/publish-document.ts";
import { withPublished } from "./overlay/with-published.ts";

const usage = `用法：npm run overlay -- diff                        在页面设计里发布过的修改，逐项列出
      npm run overlay -- export [文件]               写成文件，带到另一处
      npm run overlay -- apply 文件 [--user 账号] [--force]  在这里发布文件里的修改；冲突时什么也不做，--force 以文件为准
数据库和目录取自环境变量，与 npm start 相同`;

/** Published changes, between installations. Exit codes: 0 done, 1 refused or in conflict, 2 when called wrongly. */
async function main([command, ...args]: readonly string[]): Promise<number> {
  const files = args.filter((argument, at) => !argument.startsWith("--") && args[at - 1] !== "--user");
  const [file] = files;
  if (files.length > 1) return refuse(usage);
  if (command === "diff") return withPublished(diff);
  if (command === "export") return withPublished((context) => exportTo(context, file));
  if (command !== "apply" || file === undefined) return refuse(usage);
  let overlays: OverlayFile;
  try {
    overlays = readOverlayFile(readFileSync(file, "utf8"));
  } catch (error) {
    return refuse(`${file}：${error instanceof Error ? error.message : String(error)}`);
  }
  const username = args[args.indexOf("--user") + 1];
  const asked = { username: args.includes("--user") && username ? username : "admin", force: args.includes("--force") };
  return withPublished((context) => apply(context, overlays, asked));
}

async function diff({ published }: PublishContext): Promise<number> {
  const changed = [...published.states.values()].filter(({ overlay }) => overlay !== null);
  let isClean = true;
  for (const { path, overlay, base, versionNum, username, time, problem, conflicts } of changed) {
    console.log(`${path}  第 ${versionNum} 版，${username}，${time}`);
    for (const line of overlay ? overlayLines({ base, overlay }) : []) console.log(`  ${line}`);
    printConflicts(conflicts);
    if (problem) console.log(`  没有生效：${problems[problem]}`);
    isClean &&= problem === undefined && conflicts.length === 0;
  }
  console.log(`${changed.length} 个文档有发布的修改`);
  return isClean ? 0 : 1;
}

const problems = {
  gone: "文件已经没有了",
  unreadable: "文件不是 JSON",
  unfit: "在现在的文件上会使文档出错",
} as const;

function printConflicts(conflicts: readonly Conflict[]): void {
  for (const { path, theirs, ours } of conflicts) {
    console.log(`  冲突 /${path.join("/")}：文件 ${JSON.stringify(theirs)}，发布 ${JSON.stringify(ours)}`);
  }
}

async function exportTo({ published }: PublishContext, file: string | undefined): Promise<number> {
  const exported = exportOverlays(published.states.values());
  const text = `${JSON.stringify(exported, null, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else {
    writeFileSync(file, text);
    console.log(`已写入 ${file}：${exported.overlays.length} 个文档`);
  }
  return 0;
}

async function apply(
  context: PublishContext,
  overlays: OverlayFile,
  asked: { readonly username: string; readonly force: boolean },
): Promise<number> {
  const applied = await applyOverlays(context, overlays, asked);
  const isRefused = applied.some(({ refused }) => refused !== undefined);
  for (const { path, version, refused, conflicts } of applied) {
    const done = version === undefined ? "已是这样" : `已发布第 ${version} 版`;
    console.log(`${path}  ${refused ?? (isRefused ? "没有问题" : done)}`);
    printConflicts(conflicts);
  }
  if (isRefused) console.error("什么也没有发布");
  return isRefused ? 1 : 0;
}

function refuse(reason: string): number {
  console.error(reason);
  return 2;
}

process.exitCode = await main(process.argv.slice(2));
