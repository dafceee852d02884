import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** What tells one process from every other, also after a restart of the machine or of its container. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Changes with each boot; empty where the system does not tell (macOS, Windows). */
  readonly bootId: string;
  /** Which process numbers are visible: two containers may share a folder and a host name. */
  readonly pidNamespace: string;
  /** Clock ticks between boot and the start of the process; empty where not told. */
  readonly startTicks: string;
}

export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    host: hostname(),
    bootId: readOr("/proc/sys/kernel/random/boot_id"),
    pidNamespace: linkOr("/proc/self/ns/pid"),
    startTicks: startTicksOf(process.pid),
  };
}

/** `undefined`: cannot be told from here, because the process runs in another container or on another machine. */
export function isAlive(other: ProcessIdentity): boolean | undefined {
  const own = ownIdentity();
  if (other.host !== own.host || other.pidNamespace !== own.pidNamespace) return undefined;
  if (other.bootId !== own.bootId) return false;
  if (!pidExists(other.pid)) return false;
  return other.startTicks === "" || startTicksOf(other.pid) === other.startTicks;
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Field 22 of /proc/<pid>/stat; the name before it may hold spaces and brackets. A zombie counts as ended. */
function startTicksOf(pid: number): string {
  const stat = readOr(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" ? "ended" : (fields[19] ?? "");
}

function readOr(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

function linkOr(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
}
