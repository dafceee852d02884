import { WorkerManager } from "monaco-editor/languages/features/json/workerManager.js";

type Client = Awaited<ReturnType<WorkerManager["getLanguageServiceWorker"]>>;

/** How a worker ended: stopped for new settings, or by an error. */
type End = { readonly error: Error | undefined };

/** The end of the worker that answers now. */
interface Life {
  readonly ended: Promise<End>;
  end(end: End): void;
}

const lives = new WeakMap<WorkerManager, Life>();

function lifeOf(manager: WorkerManager): Life {
  const life = lives.get(manager) ?? newLife();
  lives.set(manager, life);
  return life;
}

function newLife(): Life {
  let end: Life["end"] = () => {};
  const ended = new Promise<End>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

const { getLanguageServiceWorker: askWorker, _stopWorker: stopWorker } = WorkerManager.prototype;
let latest: WorkerManager | undefined;

/**
 * Monaco stops the worker of JSON whenever a schema comes or goes and when it is idle, and forgets what was asked of it: the
 * list of completions then says that it loads, for ever. What a stopped worker has not answered is asked of the next one.
 */
WorkerManager.prototype._stopWorker = function stop(this: WorkerManager) {
  endLife(this, { error: undefined });
};

WorkerManager.prototype.getLanguageServiceWorker = async function lasting(this: WorkerManager, ...resources) {
  latest = this;
  const method = (name: string) => (args: readonly unknown[]) => answerOf(this, resources, name, args);
  return new Proxy({} as Client, {
    // A promise's answer that had a `then` would be taken for a promise.
    get: (_client, name) =>
      typeof name !== "string" || name === "then" ? undefined : (...args: unknown[]) => method(name)(args),
  });
};

/** The worker that runs now has failed, for example because its file is gone: who waits for it is told. */
export function failJsonWorker(message: string): void {
  if (latest) endLife(latest, { error: new Error(message) });
}

function endLife(manager: WorkerManager, end: End): void {
  const life = lives.get(manager);
  lives.delete(manager);
  stopWorker.call(manager);
  life?.end(end);
}

async function answerOf(
  manager: WorkerManager,
  resources: readonly unknown[],
  name: string,
  args: readonly unknown[],
): Promise<unknown> {
  for (;;) {
    const { ended } = lifeOf(manager);
    const asked = askWorker.apply(manager, [...resources]).then((client) => client[name]?.(...args));
    const outcome = await Promise.race([asked.then((answer) => ({ answer })), ended]);
    if ("answer" in outcome) return outcome.answer;
    if (outcome.error) throw outcome.error;
  }
}
