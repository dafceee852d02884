import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./stamp.mjs";

export const definitionIndexFile = "renderers/definitions.gen.ts";
export const pluginIndexFile = "plugins/index.gen.ts";

/** Folder of a kind of renderer → what its exports end with. */
const slots = { cells: "Cell", editors: "Editor", panels: "Panel", actions: "Action", screens: "Screen" };
/** What a plugin may bring; its component stands beside its definition. */
const pluginSlots = ["cells", "editors", "panels", "actions"];

const camelCase = (name) => name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const pascalCase = (name) => camelCase(name).replace(/^./, (letter) => letter.toUpperCase());

/**
 * The renderers that definition files stand for.
 *
 * @param {readonly string[]} files paths from the repository's root: `renderers/cells/dict-tag/dict-tag.def.ts`,
 *   `plugins/acme/cells/stars/stars.def.ts`
 * @throws Error for a definition outside the known folders
 */
function readPlaces(files) {
  return files
    .map((file) => file.replaceAll("\\", "/"))
    .sort((a, b) => Number(a.startsWith("plugins/")) - Number(b.startsWith("plugins/")) || (a < b ? -1 : 1))
    .map((file) => {
      const parts = file.split("/");
      const plugin = parts[0] === "plugins" ? parts[1] : undefined;
      const [folder = "", name = ""] = parts.slice(plugin === undefined ? 1 : 2);
      const slot = slots[folder];
      if (!slot || (plugin !== undefined && !pluginSlots.includes(folder))) {
        throw new Error(
          `${file}: definitions live in ${(plugin === undefined ? Object.keys(slots) : pluginSlots).join(", ")}`,
        );
      }
      const own = camelCase(name) + slot;
      return {
        file,
        plugin,
        own,
        exported: plugin === undefined ? own : camelCase(plugin) + pascalCase(own),
        component: `${pascalCase(name)}${slot}`,
        folder: file.slice(0, file.lastIndexOf("/")),
        extension: folder === "actions" ? "ts" : "tsx",
      };
    });
}

/**
 * The module that imports every definition file. `cells/dict-tag/dict-tag.def.ts` must export `dictTagCell`.
 *
 * @param {readonly string[]} files see `readPlaces`
 */
export function definitionIndex(files) {
  const found = readPlaces(files);
  const lines = found.map(({ file, plugin, own, exported }) =>
    plugin === undefined
      ? `import { ${own} } from "./${file.slice("renderers/".length)}";`
      : `import { ${own} as ${exported} } from "../${file}";`,
  );
  return `// Generated from the definition files whenever something is built; do not edit.

${[...lines.filter((line) => line.includes('"../')), 'import type { AnyDefinition } from "../runtime/registry/define.ts";', ...lines.filter((line) => !line.includes('"../'))].join("\n")}

/** Every renderer of the product and of its plugins; data and pure functions only. */
export const definitions: readonly AnyDefinition[] = [
${found.map(({ exported }) => `  ${exported},`).join("\n")}
];
`;
}

/**
 * The module that gives the console the renderers of plugins. `plugins/acme/cells/stars/stars.def.ts` must export
 * `starsCell`, and `StarsCell.tsx` beside it `StarsCell`.
 *
 * @param {readonly string[]} files see `readPlaces`
 */
export function pluginIndex(files) {
  const found = readPlaces(files).filter(({ plugin }) => plugin !== undefined);
  const below = (path) => `./${path.slice("plugins/".length)}`;
  const imports = found.map(({ file, own, exported }) => `import { ${own} as ${exported} } from "${below(file)}";\n`);
  const entries = found.map(
    ({ exported, component, folder, extension }) =>
      `  { definition: ${exported}, load: async () => (await import("${below(folder)}/${component}.${extension}")).${component} },\n`,
  );
  return `// Generated from the definition files whenever something is built; do not edit.

import type { AddedRenderer } from "../runtime/registry/added-renderers.ts";
${imports.join("")}
/** The renderers that the folders below here bring. */
export const pluginRenderers: readonly AddedRenderer[] = [${entries.length > 0 ? `\n${entries.join("")}` : ""}];
`;
}

/** Every definition file of the product and of its plugins, from the repository's root. */
export function definitionFiles() {
  return ["renderers", "plugins"].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
          .filter((file) => file.endsWith(".def.ts"))
          .map((file) => `${folder}/${file}`)
      : [],
  );
}

/** Writes both indexes, where they are not as they should be. A renderer that came or went would break every bundle. */
export function writeDefinitionIndexes() {
  const files = definitionFiles();
  for (const [file, text] of [
    [definitionIndexFile, definitionIndex(files)],
    [pluginIndexFile, pluginIndex(files)],
  ]) {
    const path = join(root, file);
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  }
}
