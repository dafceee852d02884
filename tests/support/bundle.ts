import { basename, join } from "node:path";
import { build } from "vite";
import { projectRoot } from "../../server/worker-file.ts";

/**
 * Builds one TypeScript file with what it imports from this project, for a process or a thread of its own: Node 20 runs
 * no TypeScript. Packages stay outside.
 *
 * @returns path of the bundle in dist/tests
 */
export async function bundleForNode(entry: string): Promise<string> {
  const name = basename(entry, ".ts");
  const outDir = join(projectRoot(), "dist", "tests", name);
  await build({
    root: projectRoot(),
    configFile: false,
    logLevel: "warn",
    ssr: { external: true },
    build: {
      ssr: true,
      outDir,
      target: "node20",
      rolldownOptions: { input: entry, output: { entryFileNames: `${name}.js` } },
    },
  });
  return join(outDir, `${name}.js`);
}
