// Plugins in the build: their renderers are read in the place of the product's indexes, which stay as they are.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";
import { pluginIndexFile, rendererIndexes } from "./definition-index.mjs";
import { hashFiles, pluginRoots, root } from "./stamp.mjs";

export const documentKinds = ["model", "screen", "data", "screen-test"];

const metaFile = (kind) => join(root, `schemas/meta/v1/${kind}.schema.json`);
const cache = join(root, "node_modules/.cache/schema-console");
const isInside = (file) => pluginRoots().some((folder) => file.startsWith(join(folder, "/")));
const isBare = (source) => /^[@a-z]/i.test(source) && !/^[a-z]:[\\/]/i.test(source);

/** @returns path → text of the indexes that know plugins too; nothing where there are none */
function pluginModules() {
  const modules = Object.entries(rendererIndexes().withPlugins);
  return new Map(modules.map(([file, text]) => [join(root, file), text]));
}

/**
 * Kind of document → its meta-schema as text: the file of the product or, where there are plugins, one that knows their
 * renderers too. Definitions are code, so that one is made by running them, once for each change.
 */
export async function metaSchemaTexts() {
  const texts = Object.fromEntries(documentKinds.map((kind) => [kind, readFileSync(metaFile(kind), "utf8")]));
  if (pluginModules().size === 0) return texts;
  const hash = createHash("sha256").update(JSON.stringify(texts)).update(hashFiles(pluginRoots()));
  const file = join(cache, `meta-schemas-${hash.digest("hex").slice(0, 16)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const { module } = await runnerImport(join(root, "cli/generate/meta-texts.ts"), {
    root,
    configFile: false,
    logLevel: "error",
    plugins: [ownPlugins()],
  });
  const made = module.metaTexts();
  mkdirSync(cache, { recursive: true });
  // Several processes may be at it.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(made));
  renameSync(`${file}.${process.pid}`, file);
  return made;
}

/**
 * Vite's part in plugins. Their folders may lie in a repository of their own: `schema-console/…` is a module of the
 * product, and packages that the product has are the product's, so that there is one React.
 *
 * @returns {import("vite").Plugin}
 */
export function ownPlugins() {
  return {
    name: "own-plugins",
    enforce: "pre",
    config: () => ({ server: { fs: { allow: [root, ...pluginRoots()] } } }),
    async resolveId(source, importer) {
      if (source.startsWith("schema-console/")) {
        return this.resolve(join(root, source.slice("schema-console/".length)), importer, { skipSelf: true });
      }
      if (isInside(source)) return source;
      if (!importer || !isBare(source) || !isInside(importer)) return undefined;
      return this.resolve(source, join(root, "package.json"), { skipSelf: true });
    },
    async load(id) {
      const file = id.split("?")[0];
      const index = /\.gen\.ts$/.test(file) ? pluginModules().get(file) : undefined;
      if (index !== undefined) return index;
      const kind = documentKinds.find((one) => file === metaFile(one));
      return kind === undefined ? undefined : (await metaSchemaTexts())[kind];
    },
    /** Modules that tests keep on disk: what these say follows from the plugins and the meta-schemas too. */
    configureVitest({ experimental_defineCacheKeyGenerator: keepBy }) {
      const hash = createHash("sha256").update(hashFiles(pluginRoots()));
      for (const kind of documentKinds) hash.update(readFileSync(metaFile(kind)));
      const key = hash.digest("hex");
      keepBy(({ id }) => (/\.gen\.ts$|\.schema\.json$|\/validators\.ts$/.test(id.split("?")[0]) ? key : undefined));
    },
    configureServer({ watcher, moduleGraph, ws }) {
      watcher.add(pluginRoots().filter((folder) => existsSync(folder)));
      const renew = (file) => {
        if (!isInside(file) || !file.endsWith(".def.ts")) return;
        moduleGraph.onFileChange(join(root, pluginIndexFile));
        ws.send({ type: "full-reload" });
      };
      for (const event of ["add", "unlink", "change"]) watcher.on(event, renew);
    },
  };
}
