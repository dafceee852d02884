import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { briefly } from "./console-server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Ended {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built server until it ends by itself. */
export function runToEnd(env: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...briefly, "scripts/serve.mjs", ...args],
      { cwd: root, env: { ...process.env, DATABASE_URL: "", PORT: "0", SEED: "none", LOG_LEVEL: "warn", ...env } },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}
