import { once } from "node:events";
import { startConsoleServer, testPassword } from "./console-server.ts";

export interface Answer<Result> {
  readonly success: boolean;
  readonly message: string;
  readonly result: Result;
}

/** A call as the administrator: GET without a body, POST with one. */
export type AdminCall = <Result>(path: string, body?: object) => Promise<Answer<Result>>;

/**
 * Starts a server, makes what a call needs, sends the call and switches the process off after a time; Infinity lets it
 * answer. The server is gone when this resolves.
 *
 * @param prepare answers what the test wants to know later, and the call that is interrupted
 * @returns `answeredMs` is undefined when no answer came
 * @throws when the call was answered with a refusal
 */
export async function callAndKill<Made>(
  dataDir: string,
  prepare: (call: AdminCall) => Promise<{ readonly made: Made; readonly path: string; readonly body: object }>,
  afterMs: number,
): Promise<{ readonly made: Made; readonly answeredMs: number | undefined }> {
  const server = await startConsoleServer({ SEED: "none" }, dataDir);
  const headers: Record<string, string> = { "content-type": "application/json" };
  const call: AdminCall = async <Result>(path: string, body?: object) => {
    const method = body ? "POST" : "GET";
    const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return (await (await fetch(`${server.url}/api${path}`, sent)).json()) as Answer<Result>;
  };
  const { result } = await call<{ token: string }>("/sys/login", { username: "admin", password: testPassword });
  headers["X-Access-Token"] = result.token;
  const { made, path, body } = await prepare(call);
  const start = performance.now();
  const answered = call(path, body).then(
    ({ success, message }) => {
      if (!success) server.process.kill("SIGKILL");
      return success ? performance.now() - start : new Error(message);
    },
    () => undefined,
  );
  const powerSwitch = Number.isFinite(afterMs) ? setTimeout(() => server.process.kill("SIGKILL"), afterMs) : undefined;
  const answeredMs = await answered;
  if (answeredMs instanceof Error) throw answeredMs;
  clearTimeout(powerSwitch);
  if (answeredMs !== undefined) await server.stop("SIGKILL");
  else if (server.process.exitCode === null && server.process.signalCode === null) await once(server.process, "exit");
  return { made, answeredMs };
}
