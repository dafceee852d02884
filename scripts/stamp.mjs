import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The folders of plugins: `PLUGINS_DIR`, one or several with the system's path separator between them, as `SCHEMAS_DIR`;
 * else `plugins`. Absolute, in the order given.
 *
 * @param {string} [from] the repository's root
 */
export const pluginRoots = (from = root) =>
  (process.env.PLUGINS_DIR || "plugins")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => resolve(from, folder));

/** What each bundle is made of; a change in any of these files makes it stale. */
export const bundles = {
  console: {
    out: "dist/console",
    config: "vite.config.ts",
    sources: ["src", "runtime", "renderers", "index.html", "vite.config.ts", "package-lock.json", "schemas/meta"],
  },
  server: {
    out: "dist/server",
    config: "vite.server.config.ts",
    sources: [
      "server",
      "cli",
      "runtime",
      "renderers",
      "schemas/meta",
      "scripts/meta-validators.mjs",
      "vite.server.config.ts",
      "package-lock.json",
    ],
  },
};

function* filesOf(path) {
  if (!existsSync(path)) return;
  const entries = (() => {
    try {
      return readdirSync(path, { withFileTypes: true });
    } catch {
      return undefined; // a file, not a folder
    }
  })();
  if (!entries) {
    yield path;
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* filesOf(child);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield child;
  }
}

export const hashSources = (name) => hashFiles([...bundles[name].sources, ...pluginRoots()]);

/** Hash over names and contents: file times lie after a checkout or a copy. */
export function hashFiles(sources) {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesOf(resolve(root, source))) {
      const name = file.startsWith(root) ? file.slice(root.length) : file;
      hash.update(name).update("\0").update(readFileSync(file));
    }
  }
  return hash.digest("hex");
}

const stampFile = (name) => join(root, bundles[name].out, ".stamp");

/** What the bundle was made of, or undefined when there is none. */
export function builtHash(name) {
  const file = stampFile(name);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

export const isStale = (name) => builtHash(name) !== hashSources(name);

export function writeStamp(name, hash) {
  writeFileSync(stampFile(name), hash);
}
