import { fdatasyncSync } from "node:fs";
import { totalmem } from "node:os";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** The part of Emscripten's host file system that is replaced here. */
interface HostStream {
  /** Host file descriptor; absent for folders. */
  readonly nfd?: number;
  readonly node: unknown;
}
export interface HostFileSystem {
  realPath(node: unknown): string;
  stream_ops: {
    fsync?: (stream: HostStream) => number;
    write: (stream: HostStream, buffer: Uint8Array, offset: number, length: number, position: number) => number;
  };
}
type Prepare = NonNullable<Awaited<ReturnType<NodeFS["init"]>>["emscriptenOpts"]["preRun"]>[number];

export interface SyncCounters {
  /** Files brought to the disk since the start. */
  syncs: number;
  /** Error name of the last failed host write, until somebody reads and clears it. */
  hostFailure: string | undefined;
}

/**
 * PGlite's file system with durability: its own one has no fsync, so an acknowledged commit would be lost with the
 * power. `onMount` sees the host file system before the engine starts; fault tests put their hooks there.
 */
export class SyncNodeFs extends NodeFS {
  readonly counters: SyncCounters = { syncs: 0, hostFailure: undefined };
  readonly #onMount: (host: HostFileSystem, counters: SyncCounters) => void;

  constructor(folder: string, onMount: (host: HostFileSystem, counters: SyncCounters) => void = () => {}) {
    super(folder);
    this.#onMount = onMount;
  }

  override async init(...args: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(...args);
    const install = ((module: { NODEFS: HostFileSystem }) => {
      this.#install(module.NODEFS);
    }) as unknown as Prepare;
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] } };
  }

  #install(host: HostFileSystem): void {
    const { counters } = this;
    host.stream_ops.fsync = (stream) => {
      if (stream.nfd === undefined) return 0;
      fdatasyncSync(stream.nfd);
      counters.syncs++;
      return 0;
    };
    this.#onMount(host, counters);
  }
}

/** Start parameters of a durable cluster: PGlite's own minus `-F` (fsync off). Only `fsync` reaches the hook above. */
export function startParams(options: { readonly durable: boolean; readonly timeZone: string }): string[] {
  const durability = options.durable ? ["-c", "fsync=on", "-c", "wal_sync_method=fsync"] : ["-F"];
  return [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
    ...durability,
    "-c",
    `TimeZone=${options.timeZone}`,
    "-c",
    "DateStyle=ISO, YMD",
    "-c",
    `shared_buffers=${options.durable ? cacheMegabytes(totalmem()) : testCacheMegabytes}MB`,
    "-c",
    "max_wal_size=256MB",
  ];
}

/** The engine clears all of it when it opens; at 128 MB that is half of what opening a test database costs. */
const testCacheMegabytes = 16;

/**
 * How much of the tables the engine keeps in memory: a page that it has to read goes through Emscripten's file system,
 * at ten times the price.
 *
 * @param total memory of the machine in bytes
 */
export function cacheMegabytes(total: number): number {
  const share = Math.floor(total / 64 / 2 ** 20);
  return Math.min(128, Math.max(32, share));
}
