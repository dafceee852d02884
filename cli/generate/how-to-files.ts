import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "../../runtime/schema/diagnostic.ts";

const folder = "docs/how-to";

/** The complete documents of each how-to, by its file name: code blocks that name their file (```json title=…). */
export function howToFiles(): ReadonlyMap<string, readonly SourceFile[]> {
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return new Map(
    pages.map((page) => [
      page,
      [...readFileSync(join(folder, page), "utf8").matchAll(/^```json title=(\S+)\n([\s\S]*?)^```$/gm)].map(
        ([, path = "", text = ""]) => ({ path, text }),
      ),
    ]),
  );
}
