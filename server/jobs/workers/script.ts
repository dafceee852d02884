import variant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from "quickjs-emscripten-core";
import { type ScriptCall, type ScriptFailure, type ScriptResult, scriptLimits } from "../scripts/script-messages.ts";

/**
 * The process that runs scripts of forms, one after the other: an interpreter of its own in WebAssembly, into which nothing
 * of this process is handed. Each script gets a fresh one and leaves nothing behind.
 */
const limits: ReadonlySet<ScriptFailure> = new Set(["time", "memory", "recursion", "unsettled", "tooLarge"]);
let isSpent = false;
const quickJs = await newQuickJSWASMModuleFromVariant(variant);

process.on("message", (call: ScriptCall) => {
  const result = run(call);
  // What stopped at a limit, or does not let go of its memory, takes the process along.
  process.send?.({ id: call.id, result, isLast: isSpent || (result.kind === "failed" && limits.has(result.reason)) });
});
// The server ended: nobody is there to answer to.
process.on("disconnect", () => process.exit(0));
process.send?.({ id: 0 });

function run(call: ScriptCall): ScriptResult {
  const runtime = quickJs.newRuntime();
  runtime.setMemoryLimit(scriptLimits.memoryBytes);
  runtime.setMaxStackSize(256 * 1024);
  // On a busy machine time passes in which the script did not run: only what it was given counts.
  const [deadline, before] = [performance.now() + scriptLimits.runMs, process.cpuUsage()];
  const workedMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  let isLate = false;
  runtime.setInterruptHandler(() => {
    isLate ||= performance.now() > deadline && workedMs() > scriptLimits.runMs;
    return isLate;
  });
  const context = runtime.newContext();
  const handles: QuickJSHandle[] = [];
  try {
    return runIn({ runtime, context, handles, isLate: () => isLate }, call);
  } catch (error) {
    isSpent = true;
    return { kind: "failed", reason: isLate ? "time" : "memory", detail: String(error).slice(0, 100) };
  } finally {
    try {
      for (const handle of handles) if (handle.alive) handle.dispose();
      context.dispose();
      runtime.dispose();
    } catch {
      isSpent = true;
    }
  }
}

interface Room {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly handles: QuickJSHandle[];
  readonly isLate: () => boolean;
}

function runIn({ runtime, context, handles, isLate }: Room, { script, input }: ScriptCall): ScriptResult {
  const kept = <Handle extends QuickJSHandle>(handle: Handle): Handle => {
    handles.push(handle);
    return handle;
  };
  const made = context.evalCode(`(function (record, user, event, now) {\n${script}\n})`, "script", { strict: true });
  if (made.error) return failureOf(context, kept(made.error), isLate(), "syntax");
  const fn = kept(made.value);
  if (!input) return nothing;
  const json = kept(context.getProp(context.global, "JSON"));
  // By its text, so that no object is shared.
  const values = [input.record, input.user, input.event, input.now].map((value) =>
    kept(
      context.unwrapResult(context.callMethod(json, "parse", [kept(context.newString(JSON.stringify(value ?? null)))])),
    ),
  );
  const answer = context.callFunction(fn, context.undefined, ...values);
  if (answer.error) return failureOf(context, kept(answer.error), isLate(), "thrown");
  const given = kept(answer.value);
  const jobs = runtime.executePendingJobs(1_000);
  if (jobs.error) return failureOf(context, kept(jobs.error), isLate(), "thrown");
  const state = context.getPromiseState(given);
  if (state.type === "pending") return { kind: "failed", reason: isLate() ? "time" : "unsettled" };
  if (state.type === "rejected") return failureOf(context, kept(state.error), isLate(), "thrown");
  return resultOf(context.dump(state.value === given ? given : kept(state.value)), isLate());
}

const nothing: ScriptResult = { kind: "changes", changes: {} };

function resultOf(value: unknown, isLate: boolean): ScriptResult {
  if (isLate) return { kind: "failed", reason: "time" };
  if (value === undefined || value === null) return nothing;
  if (typeof value === "string") return { kind: "refused", message: value.slice(0, 200) };
  if (typeof value !== "object" || Array.isArray(value)) return { kind: "failed", reason: "wrongKind" };
  const text = JSON.stringify(value);
  if (text.length > scriptLimits.answerChars) return { kind: "failed", reason: "tooLarge" };
  return { kind: "changes", changes: JSON.parse(text) as Record<string, unknown> };
}

function failureOf(
  context: QuickJSContext,
  error: QuickJSHandle,
  isLate: boolean,
  kind: "syntax" | "thrown",
): ScriptResult {
  if (isLate) return { kind: "failed", reason: "time" };
  const value: unknown = context.dump(error);
  const { name, message, stack } =
    typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  const detail = String(message ?? value).slice(0, 200);
  const [, line, column] = /script:(\d+)(?::(\d+))?/.exec(String(stack ?? "")) ?? [];
  return {
    kind: "failed",
    reason: reasons[detail] ?? (name === "SyntaxError" ? kind : "thrown"),
    detail,
    // The script begins in the second line of the function around it.
    ...(line ? { line: Math.max(Number(line) - 1, 1) } : {}),
    ...(column ? { column: Number(column) } : {}),
  };
}

/** What the interpreter says about its limits. */
const reasons: Readonly<Record<string, ScriptFailure>> = {
  "out of memory": "memory",
  "stack overflow": "recursion",
  "Maximum call stack size exceeded": "recursion",
  interrupted: "time",
};
