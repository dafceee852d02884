import { existsSync, readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { defineConfig } from "vite";
import { metaValidators } from "./scripts/meta-validators.mjs";
import { ownPlugins } from "./scripts/own-plugins.mjs";

/**
 * The server, its worker threads and the command-line tools, one bundle each in dist/server.
 * Node 20 cannot run TypeScript, so all of them are built; packages stay external.
 */
function entries(): Record<string, string> {
  const found: Record<string, string> = { main: "server/main.ts" };
  for (const folder of ["cli", "server/jobs/workers"].filter((path) => existsSync(path))) {
    for (const file of readdirSync(folder, { withFileTypes: true })) {
      if (!file.isFile() || !file.name.endsWith(".ts") || file.name.endsWith(".test.ts")) continue;
      found[`${folder === "cli" ? "cli-" : "worker-"}${parse(file.name).name}`] = join(folder, file.name);
    }
  }
  return found;
}

export default defineConfig({
  plugins: [ownPlugins(), metaValidators()],
  ssr: { external: true },
  build: {
    ssr: true,
    outDir: "dist/server",
    target: "node20",
    minify: false,
    sourcemap: true,
    rolldownOptions: { input: entries(), output: { entryFileNames: "[name].js", chunkFileNames: "chunk-[hash].js" } },
  },
});
