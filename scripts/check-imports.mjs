// Proves that imports point one way: expr ← runtime ← runtime/react ← renderers ← plugins ← src; server and cli use the pure
// part of runtime and the renderers' definition files, never React. Fails when it saw fewer files than git lists, and when
// more pairs of folders import each other than `mostCircles`: that number may only go down.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseAst } from "vite";
import { root } from "./stamp.mjs";

/** Layer of a file, first match wins; a definition file is data and belongs to no React layer. */
const layers = [
  ["test", /(\.test\.tsx?$)|^tests\/|^bench\/|^vitest\.config\.ts$/],
  ["definition", /^(renderers|plugins)\/.*\.def\.ts$|^renderers\/definitions\.gen\.ts$/],
  ["plugins", /^plugins\//],
  ["expr", /^runtime\/expr\//],
  ["react", /^runtime\/react\//],
  ["runtime", /^runtime\//],
  ["renderers", /^renderers\//],
  ["src", /^src\//],
  ["server", /^server\//],
  ["cli", /^cli\//],
  ["config", /^[^/]+\.config\.ts$|^scripts\//],
];
const allowed = {
  expr: ["expr"],
  runtime: ["expr", "runtime"],
  definition: ["expr", "runtime", "definition"],
  react: ["expr", "runtime", "react", "definition"],
  renderers: ["expr", "runtime", "react", "renderers", "definition"],
  plugins: ["expr", "runtime", "react", "renderers", "definition", "plugins"],
  src: ["expr", "runtime", "react", "renderers", "definition", "plugins", "src"],
  server: ["expr", "runtime", "definition", "server"],
  cli: ["expr", "runtime", "definition", "server", "cli"],
  config: ["config"],
};
/** Packages that only some layers may name: the pure layers know neither screen nor server. */
const packageRules = [
  {
    pattern: /^(react|react-dom|antd|@ant-design|mobx-react-lite|react-router-dom)(\/|$)/,
    layers: ["react", "renderers", "plugins", "src"],
  },
  { pattern: /^antd(\/|$)|^@ant-design/, layers: ["renderers", "plugins", "src"] },
  { pattern: /^@formily\//, layers: ["renderers"], folder: "renderers/form/" },
  { pattern: /^@tanstack\/react-table/, layers: ["renderers"], folder: "renderers/table/" },
  { pattern: /^(fastify|@fastify|pg|kysely|@electric-sql|@node-rs|libpg-query)(\/|$)/, layers: ["server"] },
  { pattern: /^@e965\//, layers: ["server", "renderers"], folder: ["server/", "renderers/cells/file/sheet-worker"] },
  { pattern: /^pdfjs-dist/, layers: ["renderers"], folder: "renderers/cells/file/" },
  { pattern: /^node:/, layers: ["server", "cli", "config"] },
];

/** Pairs of folders (two names deep, `server/auth`) that import each other; files directly in a layer compose it. */
const mostCircles = 8;
const folderOf = (file) => /^([^/]+\/[^/]+)\//.exec(file)?.[1];
const arrows = new Map();

const layerOf = (file) => layers.find(([, pattern]) => pattern.test(file))?.[0];

function* specifiersOf(node) {
  if (Array.isArray(node)) {
    for (const child of node) yield* specifiersOf(child);
  } else if (node && typeof node === "object") {
    const isImport =
      /^(ImportDeclaration|ExportAllDeclaration|ExportNamedDeclaration|ImportExpression|TSImportType)$/.test(
        node.type ?? "",
      );
    const source = node.source ?? (node.type === "TSImportType" ? node.argument : undefined);
    if (isImport && typeof source?.value === "string") yield source.value;
    for (const [key, child] of Object.entries(node))
      if (key !== "parent" && typeof child === "object") yield* specifiersOf(child);
  }
}

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file && existsSync(join(root, file)));
const problems = [];
let seen = 0;

for (const file of files) {
  const layer = layerOf(file);
  if (!layer) {
    problems.push(`${file}: belongs to no layer; name it in scripts/check-imports.mjs`);
    continue;
  }
  const ast = parseAst(readFileSync(join(root, file), "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" }, file);
  seen += 1;
  if (layer === "test") continue;
  for (const { source } of ast.body) {
    // A part that is fetched later ties no modules together, so only what is loaded with the file counts.
    if (typeof source?.value !== "string" || !source.value.startsWith(".")) continue;
    const [from, to] = [folderOf(file), folderOf(relative(root, join(root, dirname(file), source.value)))];
    if (from && to && from !== to) arrows.set(`${from} ${to}`, file);
  }
  for (const specifier of new Set(specifiersOf(ast.body))) {
    // How plugins name the product's modules, wherever their folder is.
    const ofProduct = specifier.startsWith("schema-console/") ? specifier.slice("schema-console/".length) : undefined;
    if (ofProduct !== undefined || specifier.startsWith(".")) {
      const place = ofProduct ?? join(dirname(file), specifier);
      const target = relative(root, join(root, place.replace(/\?.*$/, "")));
      if (/\.(css|json|svg|png)$/.test(target)) continue;
      const targetLayer = layerOf(target);
      if (!existsSync(join(root, target))) problems.push(`${file}: imports ${specifier}, which does not exist`);
      else if (!allowed[layer].includes(targetLayer))
        problems.push(`${file} (${layer}) must not import ${target} (${targetLayer})`);
    } else {
      for (const rule of packageRules) {
        if (!rule.pattern.test(specifier)) continue;
        if (!rule.layers.includes(layer)) problems.push(`${file} (${layer}) must not import ${specifier}`);
        else if (rule.folder && ![rule.folder].flat().some((folder) => file.startsWith(folder)))
          problems.push(`${file} must not import ${specifier}; only ${[rule.folder].flat().join(" and ")} do`);
      }
    }
  }
}

const circles = [...arrows.keys()]
  .map((arrow) => arrow.split(" "))
  .filter(([from, to]) => from < to && arrows.has(`${to} ${from}`));
if (circles.length > mostCircles)
  for (const [from, to] of circles)
    problems.push(
      `${from} and ${to} import each other (${arrows.get(`${from} ${to}`)}, ${arrows.get(`${to} ${from}`)})`,
    );
const expected = files.length;
if (seen < expected && problems.length === 0) problems.push(`saw ${seen} of ${expected} files`);
if (expected === 0) problems.push("git lists no source files");
for (const problem of problems) console.error(problem);
console.log(
  `imports: ${seen} files, ${circles.length} pairs of folders import each other, ${problems.length} problems`,
);
process.exit(problems.length > 0 ? 1 : 0);
