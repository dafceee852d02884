// node scripts/run.mjs cli/lint.ts [args…]: runs a command-line tool from its bundle, built first when stale.
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { buildStale } from "./build.mjs";
import { root } from "./stamp.mjs";

const [tool, ...args] = process.argv.slice(2);
if (!tool) {
  console.error("usage: node scripts/run.mjs cli/<tool>.ts [args]");
  process.exit(2);
}
await buildStale(["server"]);
const file = `${root}dist/server/cli-${basename(tool, ".ts")}.js`;
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);
