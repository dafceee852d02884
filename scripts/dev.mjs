// npm run dev: the server, rebuilt and restarted when its sources change, and Vite with hot reload before it.
import { spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { resolve } from "node:path";
import { createServer } from "vite";
import { buildStale } from "./build.mjs";
import { bundles, pluginRoots, root } from "./stamp.mjs";

let server;
let restarting = false;

async function restart() {
  if (restarting) return;
  restarting = true;
  try {
    await buildStale(["server"]);
    if (server?.exitCode === null) {
      server.kill("SIGTERM");
      await new Promise((resolve) => server.once("exit", resolve));
    }
    server = spawn(process.execPath, ["scripts/serve.mjs"], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, NODE_ENV: "development" },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  } finally {
    restarting = false;
  }
}

await restart();
let timer;
const watched = [...bundles.server.sources.filter((path) => !path.includes(".")), ...pluginRoots()];
for (const source of watched.map((path) => resolve(root, path)).filter((path) => existsSync(path))) {
  watch(source, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(restart, 200);
  });
}
const vite = await createServer({ root, configFile: `${root}vite.config.ts` });
await vite.listen();
vite.printUrls();
process.on("SIGINT", async () => {
  server?.kill("SIGTERM");
  await vite.close();
  process.exit(0);
});
