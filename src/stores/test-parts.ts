import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { ApiClient, CallOptions } from "../api/client.ts";
import { createLocalEntries, type LocalEntries } from "./local-entries.ts";

/** A storage that lives in memory. */
export class MemoryStorage implements Storage {
  private readonly values = new Map<string, string>();
  get length(): number {
    return this.values.size;
  }
  clear(): void {
    this.values.clear();
  }
  key(index: number): string | null {
    return [...this.values.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.values.set(key, value);
  }
  removeItem(key: string): void {
    this.values.delete(key);
  }
}

/** Entries over a memory storage; `now` is epoch milliseconds. */
export function memoryEntries(storage: Storage = new MemoryStorage(), now: () => number = () => 0): LocalEntries {
  return createLocalEntries(() => storage, now);
}

export interface FakeClient extends ApiClient {
  readonly calls: CallOptions[];
}

/** A client that answers from a function of method and address; an Error is thrown. It records what was asked. */
export function fakeClient(answer: (route: string, options: CallOptions) => unknown): FakeClient {
  const calls: CallOptions[] = [];
  async function call(options: CallOptions): Promise<Envelope> {
    calls.push(options);
    const result = await answer(`${options.method} ${options.url}`, options);
    if (result instanceof Error) throw result;
    return { success: true, code: 200, message: "", result, timestamp: 0 };
  }
  return {
    calls,
    call,
    async request<Result>(options: CallOptions): Promise<Result> {
      return (await call(options)).result as Result;
    },
    download: () => Promise.reject(new Error("not used here")),
  };
}
