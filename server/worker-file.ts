import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Path of a built worker of `server/jobs/workers`. Beside the running bundle in production; when the caller runs from its
 * TypeScript source (tests), the bundle in the project's dist/server.
 *
 * @throws Error naming the missing file, when the server was never built
 */
export function workerFile(name: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const beside = join(here, `worker-${name}.js`);
  if (existsSync(beside)) return beside;
  const built = join(projectRoot(here), "dist", "server", `worker-${name}.js`);
  if (existsSync(built)) return built;
  throw new Error(`worker ${name} is not built: ${built} does not exist`);
}

/** The nearest folder above that holds package.json. */
export function projectRoot(from: string = dirname(fileURLToPath(import.meta.url))): string {
  if (existsSync(join(from, "package.json"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error("no package.json above the server's code");
  return projectRoot(parent);
}
