// Writes the indexes of the renderers' folders: which definitions exist, and what the console loads of them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isAbsolute, join, resolve, sep } from "node:path";
import { parseAst } from "vite";
import { pluginRoots, root } from "./stamp.mjs";

export const definitionIndexFile = "renderers/definitions.gen.ts";
export const pluginIndexFile = "plugins/index.gen.ts";
export const typeIndexFile = "renderers/types.gen.ts";

/** Folder of a kind of renderer → the slot, which is also what its exports end with. */
const slots = {
  cells: "cell",
  editors: "editor",
  filters: "filter",
  panels: "panel",
  actions: "action",
  screens: "screen",
};
/** Kinds whose built-in renderers have an index of their own. */
const indexedKinds = ["cells", "editors", "panels", "actions", "filters", "screens"];
/** Kinds that a list page names before it has loaded any of their components. */
const namedKinds = ["editors", "panels"];
/** When a component is fetched; `LoadPhase` in runtime/registry/define.ts says what each means. */
const phases = ["inline", "eager", "form", "cell", "lazy"];
const notice = "// Generated from the renderers' folders whenever something is built; do not edit.\n";

const camelCase = (name) => name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const pascalCase = (name) => camelCase(name).replace(/^./, (letter) => letter.toUpperCase());

/**
 * Reads the folders of renderers: `renderers/cells/dict-tag` holds `dict-tag.def.ts`, which exports `dictTagCell`, and
 * `DictTagCell.tsx` with the component, if it has one; `plugins/acme/cells/stars` likewise. Definitions are parsed, not
 * run, so that a bad one stops nothing: its folder is left out and named in `problems`.
 *
 * @param {string} [from] the repository's root
 */
export function readRenderers(from = root) {
  const renderers = [];
  const problems = [];
  const places = new Map();
  for (const { folder, plugin, problem } of rendererFolders(from)) {
    const read = problem ?? readRenderer(from, folder, plugin);
    if (!read) continue;
    if (typeof read === "string") {
      problems.push(`${folder}: ${read}`);
      continue;
    }
    const names = { [`the ${read.slot} "${read.type}"`]: read.type, [`the name ${read.definition}`]: read.definition };
    const [taken] = Object.keys(names).filter((name) => places.has(name));
    if (taken) problems.push(`${folder}: ${taken} exists already, in ${places.get(taken)}`);
    else {
      for (const name of Object.keys(names)) places.set(name, folder);
      renderers.push(read);
    }
  }
  // By name, wherever they stand: what is generated from them does not change when one moves.
  const place = ({ folder }) => `${folder.split("/").slice(-2).join("/")}/`;
  renderers.sort((one, other) => (place(one) < place(other) ? -1 : place(one) > place(other) ? 1 : 0));
  return { renderers, problems };
}

/** Built-in renderers first: they keep their names. */
function rendererFolders(from) {
  const below = (path) =>
    existsSync(resolve(from, path))
      ? readdirSync(resolve(from, path), { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => name)
          .sort((one, other) => (`${one}/` < `${other}/` ? -1 : 1))
      : [];
  const ofKinds = (path, plugin) =>
    below(path)
      .filter((kind) => plugin !== undefined || kind in slots)
      .flatMap((kind) => below(`${path}/${kind}`).map((name) => ({ folder: `${path}/${kind}/${name}`, plugin })));
  const inside = join(from, sep);
  const ofPlugins = pluginRoots(from).flatMap((place) => {
    // Folders of the product by their path from its root, others by their whole path.
    const folder = (place.startsWith(inside) ? place.slice(inside.length) : place).replaceAll("\\", "/");
    if (!existsSync(place) && process.env.PLUGINS_DIR) return [{ folder, problem: "there is no such folder" }];
    return below(folder).flatMap((plugin) => {
      if (/^[a-z][a-z0-9-]*$/.test(plugin)) return ofKinds(`${folder}/${plugin}`, plugin);
      if (plugin.startsWith(".") || plugin === "node_modules") return [];
      return [{ folder: `${folder}/${plugin}`, problem: "a plugin is named in lower case: letters, digits, hyphens" }];
    });
  });
  return [...ofKinds("renderers"), ...ofPlugins];
}

/** What an index says of a renderer; a text says why there is none; nothing for a folder of shared parts. */
function readRenderer(from, folder, plugin) {
  const [kind = "", name = ""] = folder.split("/").slice(-2);
  const slot = slots[kind];
  if (!slot) return `a plugin has the folders ${Object.keys(slots).join(", ")}`;
  const own = camelCase(name) + pascalCase(slot);
  const component = `${pascalCase(own)}.${slot === "action" ? "ts" : "tsx"}`;
  const hasComponent = existsSync(resolve(from, folder, component));
  const file = `${folder}/${name}.def.ts`;
  if (!existsSync(resolve(from, file)))
    return plugin !== undefined || hasComponent ? `has no definition, ${name}.def.ts` : undefined;
  const definition = readDefinition(readFileSync(resolve(from, file), "utf8"), file, own);
  if (typeof definition === "string") return definition;
  const { values, exported } = definition;
  if (typeof values.type !== "string") return `${name}.def.ts needs a \`type\` written as a text`;
  if (values.load !== undefined && !phases.includes(values.load))
    return `${name}.def.ts: \`load\` is one of ${phases.join(", ")}, not ${JSON.stringify(values.load)}`;
  const elsewhere = typeof values.component === "string" ? values.component : undefined;
  if (elsewhere !== undefined && !existsSync(resolve(from, elsewhere)))
    return `${name}.def.ts: there is no ${elsewhere}`;
  // A cell without one is drawn as its text; anything else would be an empty place.
  if (slot !== "cell" && elsewhere === undefined && !hasComponent) return `has no component, ${component}`;
  if (values.width !== undefined && !(Number.isInteger(values.width) && Number(values.width) > 0))
    return `${name}.def.ts: \`width\` is a whole number of pixels, not ${JSON.stringify(values.width)}`;
  const text = `${camelCase(name)}Text`;
  if (definition.names.includes("format") && !exported.includes(text))
    return `${name}.def.ts must export its text form as ${text}`;
  return {
    folder,
    kind,
    slot,
    plugin,
    type: values.type,
    own,
    definition: plugin === undefined ? own : camelCase(plugin) + pascalCase(own),
    component: elsewhere ?? (hasComponent ? `${folder}/${component}` : undefined),
    text: exported.includes(text) ? text : undefined,
    load: values.load,
    editors: values.editors,
    traits: ["digits", "grows", "rowless", "sent", "width"]
      .filter((trait) => values[trait] !== undefined)
      .map((trait) => `${trait}: ${JSON.stringify(values[trait])}`),
  };
}

/** The literal properties of the exported definition, and the names of everything exported; a text says what is wrong. */
function readDefinition(source, file, own) {
  const exported = [];
  let definition;
  try {
    for (const statement of parseAst(source, { lang: "ts" }, file).body) {
      for (const { id, init } of statement.declaration?.declarations ?? []) {
        exported.push(id.name);
        if (id.name === own) definition = init;
      }
      if (statement.declaration?.id) exported.push(statement.declaration.id.name);
    }
  } catch (error) {
    return `cannot be read: ${String(error).split("\n")[0]}`;
  }
  const properties = definition?.arguments?.[0]?.properties;
  if (!properties) return `must export ${own} = define…({ … })`;
  const values = Object.fromEntries(
    properties.filter(({ key }) => key).map(({ key, value }) => [key.name, literal(value)]),
  );
  return { values, exported, names: properties.map(({ key }) => key?.name) };
}

/** The value of a literal or of a list of them; undefined for anything that would have to be run. */
const literal = (node) =>
  node.type === "ArrayExpression" ? node.elements.map((element) => element?.value) : node.value;

const relativeTo = (folder, path) => {
  if (isAbsolute(path)) return path;
  return path.startsWith(`${folder}/`)
    ? `./${path.slice(folder.length + 1)}`
    : `${"../".repeat(folder.split("/").length)}${path}`;
};

/** The module that imports every definition: data and pure functions, for the language, the linter and the server. */
export function definitionIndex(renderers) {
  const lines = renderers.map(({ folder, own, definition }) => {
    const name = own === definition ? own : `${own} as ${definition}`;
    return `import { ${name} } from "${relativeTo("renderers", `${folder}/${folder.split("/").at(-1)}.def.ts`)}";`;
  });
  const isOutside = (line) => line.includes('"../');
  return `${notice}
${[...lines.filter(isOutside), 'import type { AnyDefinition } from "../runtime/registry/define.ts";', ...lines.filter((line) => !isOutside(line))].join("\n")}

/** Every renderer of the product; data and pure functions only. */
export const definitions: readonly AnyDefinition[] = [
${renderers.map(({ definition }) => `  ${definition},`).join("\n")}
];
`;
}

/**
 * The module that registers what the console needs of renderers: text forms, eager components, and the imports of the
 * others.
 *
 * @param folder where it stands: `renderers/cells`, `plugins`
 */
export function rendererIndex(renderers, folder) {
  const imports = [];
  const bySlot = new Map();
  for (const renderer of renderers) {
    const { slot, type, text, component, load, traits, editors, definition } = renderer;
    const entry = [];
    if (text) {
      const alias = `${definition}Text`;
      const file = `${renderer.folder}/${renderer.folder.split("/").at(-1)}.def.ts`;
      imports.push(`import { ${text} as ${alias} } from "${relativeTo(folder, file)}";`);
      entry.push(`text: ${alias}`);
    }
    if (editors?.length > 0) entry.push(`editors: ${JSON.stringify(editors)}`);
    entry.push(...traits);
    if (load && load !== "lazy" && load !== "eager") entry.push(`load: "${load}"`);
    if (component) {
      const name = component.replace(/^.*\/|\.tsx?$/g, "");
      const path = relativeTo(folder, component);
      if (load === "inline" || load === "eager") {
        const line = `import { ${name} } from "${path}";`;
        if (!imports.includes(line)) imports.push(line);
        entry.push(`component: ${name}`);
      } else entry.push(`fetch: async () => (await import("${path}")).${name}`);
    }
    const key = /^\w+$/.test(type) ? type : JSON.stringify(type);
    bySlot.set(slot, [
      ...(bySlot.get(slot) ?? []),
      `  ${key}: {${entry.length > 0 ? ` ${entry.join(", ")} ` : ""}},\n`,
    ]);
  }
  const calls = [...bySlot].map(([slot, entries]) => `registerRenderers("${slot}", {\n${entries.join("")}});\n`);
  if (calls.length === 0) return `${notice}\nexport {};\n`;
  imports.push(`import { registerRenderers } from "${relativeTo(folder, "runtime/registry/registry.ts")}";`);
  return `${notice}\n${imports.sort().join("\n")}\n\n${calls.join("\n")}`;
}

/** The module that registers types alone: a page is compiled before the index of its controls is loaded. */
function typeIndex(renderers) {
  const slotsThere = [...new Set(renderers.map(({ slot }) => slot))];
  const calls = slotsThere.map((slot) => {
    const types = renderers.filter((renderer) => renderer.slot === slot).map(({ type }) => `  "${type}",\n`);
    return `registerTypes("${slot}", [\n${types.join("")}]);\n`;
  });
  return `${notice}\nimport { registerTypes } from "../runtime/registry/registry.ts";\n\n${calls.join("\n")}`;
}

/**
 * Every generated index, path → text. `files` are kept in the repository and know the product's own renderers only;
 * `withPlugins` are read in the place of two of them, so that a plugin changes no file of the product. `problems` say
 * which folders are left out, and why.
 */
export function rendererIndexes(from = root) {
  const { renderers, problems } = readRenderers(from);
  const builtIn = renderers.filter(({ plugin }) => plugin === undefined);
  const definitionsOf = (some) => definitionIndex(some.filter(({ slot }) => slot !== "filter"));
  const files = { [definitionIndexFile]: definitionsOf(builtIn) };
  for (const kind of indexedKinds) {
    files[`renderers/${kind}/index.gen.ts`] = rendererIndex(
      builtIn.filter((renderer) => renderer.kind === kind),
      `renderers/${kind}`,
    );
  }
  files[typeIndexFile] = typeIndex(builtIn.filter(({ kind }) => namedKinds.includes(kind)));
  files[pluginIndexFile] = rendererIndex([], "plugins");
  const own = renderers.filter(({ plugin }) => plugin !== undefined);
  const withPlugins =
    own.length === 0
      ? {}
      : { [definitionIndexFile]: definitionsOf(renderers), [pluginIndexFile]: rendererIndex(own, "plugins") };
  return { files, withPlugins, problems };
}

/** Writes the indexes that changed. A renderer that came or went would break every bundle. */
export function writeDefinitionIndexes() {
  const { files, problems } = rendererIndexes();
  for (const problem of problems) console.error(`renderer left out: ${problem}`);
  for (const [file, text] of Object.entries(files)) {
    const path = join(root, file);
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  }
}
