// A data folder with the demonstration data of a first start, kept for the next run of the same sources and day:
// making it takes a good part of a minute, copying it a second.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStale } from "./build.mjs";
import { hashFiles, root } from "./stamp.mjs";

/** The password of every account in it. */
export const testPassword = "correct-horse-battery";

const cache = join(root, "node_modules", ".cache", "schema-console");
const keepMs = 3 * 60 * 60_000;

/**
 * Makes the folder when there is none of these sources and this day (the data ends today).
 * @returns {Promise<string>} the folder, which nobody opens: take `copyDemoData`
 */
export async function makeDemoData() {
  const day = new Date().toISOString().slice(0, 10);
  const hash = hashFiles(["server", "runtime", "schemas", "package-lock.json"]).slice(0, 16);
  const folder = join(cache, `demo-${day}-${hash}`);
  if (!existsSync(folder)) {
    await buildStale(["server"]);
    mkdirSync(cache, { recursive: true });
    removeOld();
    const making = mkdtempSync(join(cache, "demo-making-"));
    await startOnce(making);
    try {
      renameSync(making, folder);
    } catch {
      rmSync(making, { recursive: true, force: true }); // another run finished first
    }
  }
  utimesSync(folder, new Date(), new Date());
  return folder;
}

/** @returns {Promise<string>} a data folder of its own; the caller removes it */
export async function copyDemoData() {
  const folder = mkdtempSync(join(tmpdir(), "schema-console-data-"));
  await cp(await makeDemoData(), folder, { recursive: true, force: true });
  return folder;
}

/** Folders of other sources that nobody used for hours, and those of runs that were ended in between. */
function removeOld() {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const isOld =
      name.startsWith("demo-") && Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > keepMs;
    if (isOld) rmSync(path, { recursive: true, force: true });
  }
}

/** One start of the built server, ended when it is ready. */
function startOnce(dataDir) {
  const child = spawn(process.execPath, ["scripts/serve.mjs"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: "",
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: testPassword,
      DEMO_PASSWORD: testPassword,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk) => {
      output += chunk;
      if (!/^ready /m.test(output)) return;
      child.stdout.off("data", read).resume();
      child.kill("SIGTERM"); // once: the second one ends it on the spot
    };
    child.stdout.on("data", read);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`the server ended with code ${code}:\n${output}`)),
    );
  });
}
