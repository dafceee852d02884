import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
export const round = (value, digits = 2) => Number(value.toFixed(digits));

/** Conditions that every figure carries. */
export function conditions(extra = {}) {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  return {
    date: new Date().toISOString().slice(0, 16),
    commit,
    node: process.version,
    cpus: cpus().length,
    cpu: cpus()[0]?.model.trim() ?? "",
    memoryGb: Math.round(totalmem() / 2 ** 30),
    load: round(loadavg()[0] ?? 0, 1),
    ...extra,
  };
}

/** Writes a result beside the others; the table in bench/README.md is made from these files. */
export function writeResult(name, result) {
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(`bench/results/${name}.json`, `${JSON.stringify(result, null, 2)}\n`);
  console.log(JSON.stringify(result, null, 2));
}

export const readResult = (name) => JSON.parse(readFileSync(`bench/results/${name}.json`, "utf8"));

/** Watches the memory of a process; `stop` answers what it had at first and at most, in MB. */
export function watchMemory(pid) {
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  const before = resident();
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, resident());
  }, 100);
  return {
    stop: () => {
      clearInterval(watch);
      return { before: Math.round(before), highest: Math.round(highest), rise: Math.round(highest - before) };
    },
  };
}
