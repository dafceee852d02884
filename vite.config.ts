import { readdirSync, readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from "vite";
import { ownPlugins } from "./scripts/own-plugins.mjs";

/** What a module imports, and what that imports, without what is imported later. */
function reach(module: string, importsOf: (module: string) => readonly string[], found = new Set<string>()) {
  if (found.has(module)) return found;
  found.add(module);
  for (const imported of importsOf(module)) reach(imported, importsOf, found);
  return found;
}

const tag = (attrs: HtmlTagDescriptor["attrs"] & object): HtmlTagDescriptor => ({
  tag: "link",
  attrs: { crossorigin: true, ...attrs },
  injectTo: "head",
});

/**
 * `src/main.ts` imports `src/start.tsx` after it knows the language. This names the console's script and style in the
 * page, so that they arrive together with the first script instead of one round trip later.
 */
const preloadStart: Plugin = {
  name: "preload-start",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {}, chunk: first }) {
      const chunk = (file: string) => (bundle[file]?.type === "chunk" ? bundle[file] : undefined);
      const importsOf = (file: string) => chunk(file)?.imports ?? [];
      const start = Object.keys(bundle).find((file) =>
        chunk(file)?.moduleIds.some((id) => id.endsWith("/src/start.tsx")),
      );
      const known = reach(first?.fileName ?? "", importsOf);
      const files = start === undefined ? [] : [...reach(start, importsOf)].filter((file) => !known.has(file));
      const styles = new Set(files.flatMap((file) => [...(chunk(file)?.viteMetadata?.importedCss ?? [])]));
      return [
        ...files.map((file) => tag({ rel: "modulepreload", href: `/${file}` })),
        ...[...styles].map((file) => tag({ rel: "stylesheet", href: `/${file}` })),
      ];
    },
  },
};

const kebab = (name: string) => name.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase();

/** Parts of which only the thing itself is used, not what stands beside it: groups, ribbons, boundaries, split buttons. */
const alone: Readonly<Record<string, string>> = {
  Alert: "alert/Alert",
  Avatar: "avatar/Avatar",
  Badge: "badge/Badge",
  Dropdown: "dropdown/dropdown",
};

/**
 * antd by its parts: through its index, every module that imports one part would reach them all, and `group` below could
 * not tell what a page is made of.
 */
const partOf = (name: string) => `antd/es/${alone[name] ?? kebab(name)}`;
const antdImport = /^import \{([^}]+)\} from ["']antd["'];?$/gm;
const namesIn = (list: string) =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name): [string, string] => {
      const [part = "", local = part] = name.split(/\s+as\s+/);
      return [part, local];
    });

/** Every part that some source imports: found one by one while somebody works, each would load the page anew. */
function usedParts(): readonly string[] {
  const files = ["src", "renderers"].flatMap((folder) =>
    readdirSync(`${import.meta.dirname}/${folder}`, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => readFileSync(`${import.meta.dirname}/${folder}/${file}`, "utf8")),
  );
  const names = files.flatMap((text) => [...text.matchAll(antdImport)].flatMap(([, list = ""]) => namesIn(list)));
  return [...new Set(names.map(([name]) => partOf(name)))].sort();
}

const antdParts: Plugin = {
  name: "antd-parts",
  enforce: "pre",
  config: (_config, { command }) => (command === "serve" ? { optimizeDeps: { include: [...usedParts()] } } : {}),
  transform: {
    filter: { code: /from ["']antd["']/ },
    handler: (code) => ({
      code: code.replace(antdImport, (_all, list: string) =>
        namesIn(list)
          .map(([name, local]) => `import ${local} from "${partOf(name)}";`)
          .join(" "),
      ),
      map: null,
    }),
  },
};

/**
 * The mode of JSON imports every part of the editor by the way. They would come after the first editor has made its
 * services: the second one asks for some that are not there. `renderers/code/monaco.ts` names the parts that are used.
 */
const monacoParts: Plugin = {
  name: "monaco-parts",
  transform: {
    filter: { id: /monaco-editor\/esm\/vs\/internal\/common\/workers\.js$/ },
    handler: (code) => ({ code: code.replace(/^import ['"][^'"]+['"];$/gm, ""), map: null }),
  },
};

/** Every start reaches these through indexes and few use them: they come with who does. */
const ofFew =
  /@rc-component\/(async-validator\/|form\/es\/(?!FormContext)|trigger\/es\/index|color-picker\/es\/(?!color\.)|collapse\/)|@ant-design\/icons\/es\/index|antd\/es\/(collapse\/|_util\/hooks\/use(MultipleSelect|ProxyImperativeHandle))/;

/**
 * One file of what is always wanted as a whole: what these sources reach, without what is there by then; with `others` only
 * what one of those reaches too, which would otherwise bring the whole file along.
 */
function group(
  name: string,
  start: readonly string[],
  before: readonly string[],
  others?: readonly string[],
): Rolldown.CodeSplittingGroup {
  let modules: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    includeDependenciesRecursively: false,
    name(id, context) {
      // Through the index of the icons everything would reach all of them.
      const importsOf = (module: string) =>
        module.endsWith("icons/es/index.js") ? [] : (context.getModuleInfo(module)?.importedIds ?? []);
      if (ofFew.test(id)) return null;
      const of = (file: string) => {
        const source = `${import.meta.dirname}/${file}`;
        if (!context.getModuleInfo(source)) throw new Error(`vite.config.ts: no source of the console: ${file}`);
        return [...reach(source, importsOf)];
      };
      if (!modules) {
        const known = new Set(before.flatMap(of));
        const wanted = others && new Set(others.flatMap(of));
        modules = new Set(start.flatMap(of).filter((module) => !known.has(module) && (!wanted || wanted.has(module))));
      }
      return modules.has(id) ? name : null;
    },
  };
}

/**
 * A definition is taken whole by the gallery and for its text form by every list. One module lands in one chunk, so the
 * gallery's is a module of its own; the list's loses the rest as unused.
 */
const wholeDefinitions: Plugin = {
  name: "whole-definitions",
  enforce: "pre",
  resolveId: {
    filter: { id: /\.def\.ts$|\/fragments\/|^\.\/[\w-]+\.ts$|\/define\.ts$/ },
    async handler(source, importer = "") {
      if (!/\/definitions\.gen\.ts$|\?whole$/.test(importer)) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      const isWhole = /\.def\.ts$|\/schema\/fragments\/|\/registry\/define\.ts$/.test(resolved?.id ?? "");
      return resolved && isWhole ? { ...resolved, id: `${resolved.id}?whole` } : null;
    },
  },
};

/** axios brings two transports; the client names `xhr`, which alone reports progress, so the other one is left out. */
const oneTransport: Plugin = {
  name: "one-transport",
  enforce: "pre",
  resolveId: {
    filter: { id: /^\.\/fetch\.js$/ },
    handler: (source, importer = "") => (/\/axios\/lib\/adapters\//.test(importer) ? `\0axios/${source}` : null),
  },
  load: {
    filter: { id: /^\0axios\/\.\/fetch\.js$/ },
    handler: () => "export const getFetch = () => null;",
  },
};

const firstScript = "src/main.ts";
const consoleStart = "src/start.tsx";
const windows = "src/feedback/FeedbackHost.tsx";
const signIn = "src/login/LoginPage.tsx";
const shell = "src/shell/ShellLayout.tsx";
const listPage = "renderers/screens/ScreenHost.tsx";
/** A form over a list; and what comes without a form too, and brings along what it shares with one. */
const form = ["renderers/screens/list/OverList.tsx", "renderers/screens/ViewHost.tsx", "renderers/form/FormView.tsx"];
const withoutForm = [
  "src/language/en-US.ts",
  "renderers/cells/cron/CronCell.tsx",
  "renderers/cells/file/FilePreview.tsx",
  "renderers/editors/search-select/SearchSelectEditor.tsx",
  "renderers/filters/editor/EditorFilter.tsx",
  "renderers/filters/record/RecordFilter.tsx",
  "renderers/screens/OpenDetail.tsx",
  "renderers/screens/inner-list/RowsOnCard.tsx",
  "renderers/screens/record/DetailScreen.tsx",
  "renderers/super-query/FieldValue.tsx",
  "renderers/super-query/SuperQueryDialog.tsx",
  "renderers/table/ColumnSettings.tsx",
];

/** React has had the hook since 18; the shim beside it would carry a second one. */
const ownHook = {
  find: /^use-sync-external-store\/shim\/with-selector$/,
  replacement: "use-sync-external-store/with-selector",
};

const router = `${import.meta.dirname}/node_modules/react-router/dist/production`;
const routerBuild = [
  { find: /^react-router$/, replacement: `${router}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dom-export.mjs` },
];

/** See there. */
const ownObserver = {
  find: /^@juggle\/resize-observer$/,
  replacement: `${import.meta.dirname}/src/native-resize-observer.ts`,
};

/** The console: one page, hashed chunks, no inline script (the policy is `script-src 'self'`). */
export default defineConfig({
  base: "/",
  plugins: [ownPlugins(), antdParts, monacoParts, oneTransport, wholeDefinitions, react(), preloadStart],
  resolve: {
    // The package names its development build only, whose warnings nobody reads in a console that is in use.
    alias: [...routerBuild, ownHook, ownObserver],
  },
  build: {
    outDir: "dist/console",
    target: "es2022",
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            group("console", [consoleStart], [firstScript]),
            group("shared", [windows], [firstScript, consoleStart], [shell, listPage]),
            group("windows", [windows], [firstScript, consoleStart]),
            group("shell", [shell], [firstScript, consoleStart, signIn, windows]),
            group("list", [listPage], [firstScript, consoleStart, signIn, windows, shell]),
            group("record-form", form, [firstScript, consoleStart, signIn, windows, shell, listPage, ...withoutForm]),
          ],
        },
      },
      // Packages that do nothing when they are read, and do not say so: what of them nobody uses is left out.
      treeshake: {
        moduleSideEffects: [
          { test: /node_modules\/(@rc-component|@formily\/(react|json-schema|antd-v5))\//, sideEffects: false },
        ],
      },
    },
  },
  server: {
    port: 5173,
    proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, ws: true } },
  },
});
