import { expect, it, vi } from "vitest";

/** Of each worker, in turn: what it answers, or nothing that ever comes. */
const workers = vi.hoisted(() => [] as Promise<string>[]);
const stopped = vi.hoisted(() => ({ count: 0 }));
vi.mock("monaco-editor/languages/features/json/workerManager.js", () => ({
  WorkerManager: class {
    at = 0;
    async getLanguageServiceWorker() {
      const answer = workers[this.at];
      return { doComplete: (text: string) => answer?.then((found) => `${found} ${text}`) };
    }
    _stopWorker() {
      stopped.count += 1;
      this.at += 1;
    }
  },
}));

const { WorkerManager } = await import("monaco-editor/languages/features/json/workerManager.js");
const { failJsonWorker } = await import("./lasting-json-worker.ts");
const silence = new Promise<string>(() => {});

const asked = async (manager: InstanceType<typeof WorkerManager>) =>
  (await manager.getLanguageServiceWorker()).doComplete?.("a");

it("what a stopped worker has not answered is asked of the next one", async () => {
  workers.splice(0, workers.length, silence, silence, Promise.resolve("third"));
  const manager = new WorkerManager();
  const answer = asked(manager);
  await Promise.resolve();
  manager._stopWorker();
  await Promise.resolve();
  manager._stopWorker();
  expect(await answer).toBe("third a");
  expect(await asked(manager)).toBe("third a");
});

it("a worker that fails refuses what it was asked, and the next call has a new one", async () => {
  workers.splice(0, workers.length, silence, Promise.resolve("second"));
  stopped.count = 0;
  const manager = new WorkerManager();
  const answer = asked(manager);
  const refused = expect(answer).rejects.toThrow("gone");
  await Promise.resolve();
  failJsonWorker("gone");
  await refused;
  expect(stopped.count).toBe(1);
  expect(await asked(manager)).toBe("second a");
});
