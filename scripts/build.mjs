import { fileURLToPath } from "node:url";
import { writeDefinitionIndexes } from "./definition-index.mjs";
import { bundles, hashSources, isStale, root, writeStamp } from "./stamp.mjs";

/**
 * Builds the named bundles that are missing or older than their sources.
 * @param {("console" | "server")[]} names
 * @param {{ force?: boolean }} [options]
 */
export async function buildStale(names, options = {}) {
  writeDefinitionIndexes();
  for (const name of names) {
    if (!options.force && !isStale(name)) continue;
    const hash = hashSources(name);
    const { build } = await import("vite");
    await build({ root, configFile: `${root}${bundles[name].config}`, logLevel: "warn" });
    writeStamp(name, hash);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildStale(["server", "console"], { force: true });
