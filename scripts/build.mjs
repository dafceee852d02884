import { fileURLToPath } from "node:url";
import { bundles, hashSources, isStale, root, writeStamp } from "./stamp.mjs";

/**
 * Builds the named bundles that are missing or older than their sources.
 * @param {("console" | "server")[]} names
 * @param {{ force?: boolean }} [options]
 */
export async function buildStale(names, options = {}) {
  // What builds is a development dependency: an installation without them runs what was built.
  if (!options.force && !names.some(isStale)) return;
  const { writeDefinitionIndexes } = await import("./definition-index.mjs");
  writeDefinitionIndexes();
  for (const name of names) {
    if (!options.force && !isStale(name)) continue;
    const hash = hashSources(name);
    const { build } = await import("vite");
    await asProduction(() => build({ root, configFile: `${root}${bundles[name].config}`, logLevel: "warn" }));
    writeStamp(name, hash);
  }
}

/**
 * What people get, whoever builds: under a test runner's NODE_ENV React and antd would be other code, with the same id
 * on every drawer.
 * @param {() => Promise<unknown>} work
 */
async function asProduction(work) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildStale(["server", "console"], { force: true });
