declare module "monaco-editor/languages/features/json/workerManager.js" {
  type Client = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

  export class WorkerManager {
    getLanguageServiceWorker(...resources: readonly unknown[]): Promise<Client>;
    _stopWorker(): void;
  }
}
