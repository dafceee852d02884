import { type ChildProcess, fork } from "node:child_process";
import { workerFile } from "../../worker-file.ts";
import { type ScriptInput, type ScriptResult, scriptLimits } from "./script-messages.ts";

/** From a call to its answer: what the process did not end by itself by then ends with it. */
const answerMs = 3_000;
const startMs = 20_000;
/** What the process around the interpreter may hold of its own, megabytes. */
const heapMb = 64;

/** What the process says: that it is ready (`id` 0), or what came of a script, after which it may be worn out. */
interface Said {
  readonly id: number;
  readonly result?: ScriptResult;
  readonly isLast?: boolean;
}

interface Waiting {
  readonly script: string;
  readonly input: ScriptInput | undefined;
  resolve(result: ScriptResult): void;
}

/**
 * Runs scripts of forms in a process of their own, one after the other. It starts with the first one, has no environment,
 * and is ended when it is silent; the next script gets a new one.
 */
export class ScriptRunner {
  #child: ChildProcess | undefined;
  #isReady = false;
  #queue: Waiting[] = [];
  #current: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** The id of the process, while there is one. */
  get processId(): number | undefined {
    return this.#child?.pid;
  }

  run(script: string, input: ScriptInput): Promise<ScriptResult> {
    return this.#ask(script, input);
  }

  /** Reads a script without running it. */
  check(script: string): Promise<ScriptResult> {
    return this.#ask(script, undefined);
  }

  close(): void {
    this.#isClosed = true;
    for (const { resolve } of this.#queue.splice(0)) resolve({ kind: "failed", reason: "gone" });
    this.#end();
  }

  #ask(script: string, input: ScriptInput | undefined): Promise<ScriptResult> {
    if (this.#isClosed) return Promise.resolve({ kind: "failed", reason: "gone" });
    if (this.#queue.length >= scriptLimits.waiting) return Promise.resolve({ kind: "failed", reason: "busy" });
    return new Promise((resolve) => {
      this.#queue.push({ script, input, resolve });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current || this.#queue.length === 0 || this.#isClosed) return;
    if (!this.#child) this.#start();
    if (!this.#isReady) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.#current = next;
    this.#timer = setTimeout(() => this.#end("time"), answerMs);
    this.#child?.send({ id: 1, script: next.script, ...(next.input ? { input: next.input } : {}) });
  }

  #start(): void {
    const child = fork(workerFile("script"), [], {
      env: {},
      execArgv: [`--max-old-space-size=${heapMb}`],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child = child;
    this.#isReady = false;
    this.#timer = setTimeout(() => this.#end(), startMs);
    child.on("message", ({ id, result, isLast }: Said) => {
      if (child !== this.#child) return;
      clearTimeout(this.#timer);
      if (id === 0) this.#isReady = true;
      else this.#settle(result ?? { kind: "failed", reason: "gone" });
      if (isLast) this.#end();
      else this.#next();
    });
    child.on("error", () => undefined);
    child.on("exit", () => {
      if (child === this.#child) this.#end();
    });
  }

  /** The process is no longer used; what it was at gets its answer, what waits goes on with another. */
  #end(reason: "time" | "gone" = "gone"): void {
    clearTimeout(this.#timer);
    const wasReady = this.#isReady;
    const child = this.#child;
    this.#child = undefined;
    this.#isReady = false;
    child?.kill("SIGKILL");
    this.#settle({ kind: "failed", reason });
    // A process that does not even start would be started for ever.
    if (!wasReady) for (const { resolve } of this.#queue.splice(0)) resolve({ kind: "failed", reason: "gone" });
    this.#next();
  }

  #settle(result: ScriptResult): void {
    const current = this.#current;
    this.#current = undefined;
    current?.resolve(result);
  }
}
