import { spawn } from "node:child_process";

/** The password of every account of a bench's server. */
const password = "correct-horse-battery";

/**
 * Starts the built server as its own process on a free port, with demonstration data.
 * @param {Readonly<Record<string, string>>} env added to the defaults
 * @param {string} [cwd] folder of another build of the product
 */
export function startServer(env, nodeOptions = [], cwd = process.cwd()) {
  const defaults = {
    DATABASE_URL: "",
    PORT: "0",
    HOST: "127.0.0.1",
    SEED: "demo",
    ADMIN_PASSWORD: password,
    DEMO_PASSWORD: password,
    CAPTCHA: "off",
    LOG_LEVEL: "error",
  };
  return startNode([...nodeOptions, "scripts/serve.mjs"], { ...defaults, ...env }, cwd);
}

/** Starts a process that prints `ready <url>`. */
export async function startNode(args, env = {}, cwd = process.cwd()) {
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const url = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += chunk;
      const ready = /^ready (http:\S+)/m.exec(output)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`the server ended (${code}): ${output}`)));
  });
  return {
    url,
    pid: child.pid,
    readyMs: performance.now() - start,
    stop: (signal = "SIGTERM") =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once("exit", resolve);
        child.kill(signal);
      }),
  };
}

/** @returns the header of a signed-in caller */
export async function signIn(url, username) {
  const answer = await fetch(`${url}/api/sys/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  const { success, message, result } = await answer.json();
  if (!success) throw new Error(`sign-in of ${username}: ${message}`);
  return { "X-Access-Token": result.token };
}

/** Runs `callers.mjs` as its own process, until its calls are done. */
export const runCallers = (spec) => startCallers(spec).done;

/** The same with `stop`, which ends the calls early and answers what they took until then. */
export function startCallers(spec) {
  const child = spawn(process.execPath, [new URL("callers.mjs", import.meta.url).pathname], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const done = new Promise((resolve, reject) => {
    let answer = "";
    child.stdout.on("data", (chunk) => {
      answer += chunk;
    });
    child.once("exit", (code) =>
      code === 0 ? resolve(JSON.parse(answer)) : reject(new Error(`callers ended ${code}`)),
    );
  });
  child.stdin.end(JSON.stringify(spec));
  return {
    done,
    stop: () => {
      child.kill("SIGTERM");
      return done;
    },
  };
}
