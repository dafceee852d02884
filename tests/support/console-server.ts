import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "../../runtime/schema/diagnostic.ts";
import { testPassword } from "../../scripts/demo-data.mjs";
import { builtHash } from "../../scripts/stamp.mjs";
import { CheckStamp } from "../../server/documents/check-stamp.ts";
import { readDocuments } from "../../server/documents/read-documents.ts";

export { testPassword };

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * For a server of a few calls: code of the database is compiled once and quickly, and short-lived memory has room. A start
 * takes a quarter less processor time; what works for long is faster without.
 */
export const briefly = ["--liftoff-only", "--max-semi-space-size=32"];

export interface ConsoleServer {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Everything the process has printed so far. */
  output(): string;
  /** Ends the process; `SIGKILL` is the power switch. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

let shipped: readonly SourceFile[] | undefined;

/** The shipped documents count as checked: that they are without findings is a step of its own (`npm run lint:schemas`). */
function markAsChecked(folder: string): void {
  shipped ??= readDocuments(join(root, "schemas"));
  new CheckStamp(folder, builtHash("server") ?? "").keep(shipped);
}

/**
 * Starts the built server as its own process on a free port and waits for its ready line.
 *
 * @param env added to the test defaults (demo data, captcha off, known passwords)
 * @param dataDir kept over restarts when given; a new temporary folder otherwise
 * @param flags of its Node; none for a server that many tests share
 * @throws Error with the whole output when the process ends before it is ready
 */
export async function startConsoleServer(
  env: Readonly<Record<string, string>> = {},
  dataDir?: string,
  flags: readonly string[] = briefly,
): Promise<ConsoleServer> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "schema-console-data-"));
  if (env.SCHEMAS_DIR === undefined && existsSync(folder)) markAsChecked(folder);
  const child = spawn(process.execPath, [...flags, "scripts/serve.mjs"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: "",
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      ADMIN_PASSWORD: testPassword,
      DEMO_PASSWORD: testPassword,
      CAPTCHA: "off",
      LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /^ready (http:\S+)/m.exec(output)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) =>
      reject(new Error(`the server ended with code ${code} before it was ready:\n${output}`)),
    );
  });
  return {
    url,
    dataDir: folder,
    process: child,
    output: () => output,
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = new Promise((resolve) => child.once("exit", resolve));
        child.kill(signal);
        await exited;
      }
      if (!dataDir && signal !== "SIGKILL") rmSync(folder, { recursive: true, force: true });
    },
  };
}
