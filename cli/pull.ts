import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { planPull } from "../server/documents/published/overlay-transfer.ts";
import type { PublishContext } from "../server/documents/published/publish-document.ts";
import { withPublished } from "./overlay/with-published.ts";

const usage = `用法：npm run pull [-- --check]    把在页面设计里发布的修改写进文件，以便提交
  --check 只列出会改的文件；有则退出码为 1。数据库和目录取自环境变量，与 npm start 相同`;

/**
 * Writes what was published into the files that it was published over. Files and console then say the same, and the next
 * start ends the published change. A place that both changed is left to a person: its file is named and not written.
 */
async function pull({ published }: PublishContext, isCheck: boolean): Promise<number> {
  const { write, left } = planPull(published);
  for (const { path, problem, conflicts } of left) {
    const why = problem ?? `${conflicts.length} 处冲突`;
    console.error(`没有写入 ${path}：${why}，npm run overlay -- diff 列出`);
  }
  for (const { path, text } of write) {
    const file = join(published.files.roots.get(path) ?? "schemas", path);
    console.log(`${isCheck ? "会写入" : "已写入"} ${file}`);
    if (!isCheck) writeFileSync(file, text);
  }
  console.log(`${write.length} 个文件${left.length > 0 ? `，${left.length} 个留待处理` : ""}`);
  return left.length > 0 || (isCheck && write.length > 0) ? 1 : 0;
}

const args = process.argv.slice(2);
if (args.some((argument) => argument !== "--check")) {
  console.error(usage);
  process.exitCode = 2;
} else {
  process.exitCode = await withPublished((context) => pull(context, args.includes("--check")));
}
