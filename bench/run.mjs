// npm run bench [names]: runs benches by name, all of them without one, and prints the table of the last results.
import { spawnSync } from "node:child_process";
import { readResult } from "./measure.mjs";

/** Name → how it is run, and its lines of the table: what, figure, goal. */
const benches = {
  "list-open": {
    script: "bench/list-open.mjs",
    lines: ({ rows }) =>
      rows.map(({ rows: count, ratio }) => [
        `list page of ${count} rows against hand-written antd`,
        `time ${ratio.wallMs}, CPU ${ratio.cpuMs}, heap ${ratio.heapMb}`,
        count === 10 ? "≤ 0.50" : "≤ 0.35, heap ≤ 0.25",
      ]),
  },
  "grid-open": {
    script: "bench/grid-open.mjs",
    lines: ({ rows }) =>
      rows.map(({ rows: count, ratio }) => [
        `editable table of ${count} rows against antd's virtual table`,
        `mount ${ratio.mountMs}, mount CPU ${ratio.mountCpuMs}, scroll CPU per frame ${ratio.scrollCpuMsPerFrame}`,
        "—",
      ]),
  },
  "page-size": {
    script: "bench/page-size.mjs",
    lines: ({ login, list }) => [
      ["JavaScript until the sign-in page is painted", `${login.kb} KB`, "≤ 220 KB"],
      ["JavaScript until the list is painted", `${list.kb} KB`, "≤ 320 KB"],
    ],
  },
  documents: { script: "bench/documents/run.mjs", lines: () => [] },
  "server-list": {
    script: "bench/server-list/run.mjs",
    lines: (result) =>
      Object.entries(result["50 callers, mixed list, milliseconds"]).map(([name, { p50, p95 }]) => [
        `engine alone, 50 callers, ${name}`,
        `p50 ${p50} ms, p95 ${p95} ms`,
        "p95 ≤ 150 ms",
      ]),
  },
  "store-orders": {
    script: "bench/store-orders.mjs",
    lines: ({ milliseconds, ratios }) =>
      Object.entries(milliseconds).flatMap(([name, cases]) => [
        ...Object.entries(cases).map(([title, { p50, p95 }]) => [
          `orders over HTTP, 50 callers, ${title}, ${name}`,
          `p50 ${p50} ms, p95 ${p95} ms`,
          "p95 ≤ 150 ms",
        ]),
        ...Object.entries(ratios[name]).map(([title, value]) => [
          `${title}, ${name}`,
          String(value),
          "role ≤ 1.3, PostgreSQL ≤ 3",
        ]),
      ]),
  },
  "server-import": {
    script: "bench/server-import.mjs",
    lines: ({ rows, seconds, worstReadMs }) => [
      [`import of ${rows} rows`, `${seconds} s`, "100,000 rows ≤ 60 s"],
      ["worst wait of a read beside it", `${worstReadMs} ms`, ""],
    ],
  },
  "server-export": {
    script: "bench/server-export.mjs",
    lines: ({ rows, seconds, memoryRiseMb, listBeside }) => [
      [`export of ${rows} rows`, `${seconds} s, memory + ${memoryRiseMb} MB`, "≤ 150 MB"],
      ["list beside it", `p50 ${listBeside.p50} ms, p95 ${listBeside.p95} ms`, ""],
    ],
  },
  "server-start": {
    script: "bench/server-start.mjs",
    lines: ({ firstStartSeconds, laterStartSeconds }) => [
      ["first start, demonstration data", `${firstStartSeconds} s`, "≤ 60 s"],
      ["later starts", `${laterStartSeconds.median} s`, "≤ 3 s"],
    ],
  },
};

const names = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(benches, name));
if (unknown !== undefined) {
  console.error(`no bench ${unknown}; there are: ${Object.keys(benches).join(", ")}`);
  process.exit(1);
}
let failed = 0;
for (const name of names.length > 0 ? names : Object.keys(benches)) {
  const { status } = spawnSync(process.execPath, [benches[name].script], { stdio: "inherit" });
  if (status !== 0) failed += 1;
}
console.log("| what | last figure | goal | load |\n| --- | --- | --- | --- |");
for (const [name, { lines }] of Object.entries(benches)) {
  const result = lastResult(name);
  if (!result) continue;
  const { load } = result.conditions;
  for (const line of lines(result)) {
    console.log(`| ${[...line, typeof load === "object" ? `${load.before}–${load.after}` : load].join(" | ")} |`);
  }
}
process.exit(failed);

function lastResult(name) {
  try {
    return readResult(name);
  } catch {
    return undefined; // not run yet
  }
}
