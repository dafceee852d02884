// npm run bench [names]: runs benches by name, all of them without one, and prints the table of the last results.
import { spawnSync } from "node:child_process";
import { readResult } from "./measure.mjs";

/** Name → how it is run, and its lines of the table: what, figure, goal. */
const benches = {
  peers: {
    script: "bench/peers.mjs",
    lines: ({ goals }) =>
      goals.map(({ goal, what, figure, must, verdict }) => [
        `${goal} ${what}`,
        `${figure} (${verdict})`,
        `≤ ${must ?? "–"}`,
      ]),
  },
  "real-form": {
    script: "bench/real-form.mjs",
    lines: ({ cases }) =>
      cases.flatMap(({ form, pasteRatio, typeRatio }) => [
        [`G20 ${form}: 2,000 × 8 cells pasted against 200 × 8, processor time`, `${pasteRatio}`, "≤ 12"],
        [`G20 ${form}: a number typed among 2,000 rows against 20`, `${typeRatio}`, "≤ 1.2"],
      ]),
  },
  pickers: {
    script: "bench/pickers.mjs",
    lines: ({ cases }) =>
      cases.map(({ what, openMs, openCpuMs, mustMs }) => [
        what,
        `${openMs} ms (CPU ${openCpuMs} ms)`,
        `≤ ${mustMs} ms`,
      ]),
  },
  "page-size": {
    script: "bench/page-size.mjs",
    lines: ({ login, list }) => [
      ["JavaScript until the sign-in page is painted", `${login.kb} KB`, "≤ 260 KB"],
      ["JavaScript until the list is painted", `${list.kb} KB`, "≤ 450 KB"],
    ],
  },
  "cold-start": {
    script: "bench/cold-start.mjs",
    lines: ({ login, list }) =>
      Object.entries({ "sign-in page": login, "first list": list }).flatMap(([what, figures]) => [
        [`${what}, CPU ×4, 1.6 Mbit/s, 150 ms: first contentful paint`, `${figures.firstContentfulPaintMs} ms`, ""],
        [`${what}, the same: time to interactive`, `${figures.interactiveMs} ms`, ""],
        [`${what}, the same: layout shift`, String(figures.layoutShift), "≤ 0.05"],
      ]),
  },
  "first-openings": {
    script: "bench/first-openings.mjs",
    lines: ({ lines }) =>
      lines.map(({ line, atOnceMs, nearMs, ratio }) => [
        `first form over a list, ${line}: pressed at once, and 300 ms after the pointer came`,
        `${atOnceMs} ms, ${nearMs} ms (${ratio})`,
        "",
      ]),
  },
  tabs: {
    script: "bench/tabs.mjs",
    lines: ({ tabs, paintMs, heapMb }) => [
      [`${tabs} open tabs: press to painted frame`, `median ${paintMs.median} ms, p95 ${paintMs.p95} ms`, "≤ 50 ms"],
      ["processor time of the main thread for each press", `${paintMs.mainThreadCpu} ms`, ""],
      ["heap after closing them, against before", String(heapMb.ratio), "≤ 1.05"],
    ],
  },
  "screen-memory": {
    script: "bench/screen-memory.mjs",
    lines: ({ heapMb, ratio }) => [
      [
        `heap after 3 and ${heapMb.length} rounds of 50 screens`,
        `${heapMb[2]} and ${heapMb.at(-1)} MB, ${ratio}`,
        "≤ 1.05",
      ],
    ],
  },
  live: {
    script: "bench/live.mjs",
    lines: ({ clients, restarts, "worst, milliseconds": worst, ...counts }) => [
      [
        `${clients} live clients, ${restarts} restarts: all connected again`,
        `${worst["everybody connected, from the end of the old server"]} ms`,
        "≤ 15 s",
      ],
      [
        "clients that missed a notice, or got one twice",
        `${counts["clients that missed a notice"]}, ${counts["clients that got a notice twice"]}`,
        "0, 0",
      ],
    ],
  },
  documents: {
    script: "bench/documents/run.mjs",
    lines: ({ documents, coldMs, wholeMs, edits }) => [
      [`${documents} documents checked, from a cold process`, `${coldMs} ms`, "≤ 3 s"],
      ...edits.map(({ what, editMs, ratioToWhole }) => [
        `… again after an edit: ${what}`,
        `${editMs} ms, ${ratioToWhole} of reading and checking all (${wholeMs} ms)`,
        "≤ 100 ms",
      ]),
    ],
  },
  "server-list": {
    script: "bench/server-list/run.mjs",
    lines: (result) =>
      Object.entries(result["50 callers, mixed list, milliseconds"]).map(([name, { p50, p95 }]) => [
        `engine alone, 50 callers, ${name}`,
        `p50 ${p50} ms, p95 ${p95} ms`,
        "p95 ≤ 150 ms",
      ]),
  },
  "cost-budget": {
    script: "bench/cost-budget.mjs",
    lines: ({ besideFirstPage }) =>
      Object.entries(besideFirstPage).map(([what, { alone, beside, ratio }]) => [
        `first page beside ${what}: p95`,
        `${beside.p95} ms, alone ${alone.p95} ms, ratio ${ratio}`,
        "≤ 3",
      ]),
  },
  "report-orders": {
    script: "bench/report-orders.mjs",
    lines: ({ conditions: { rows }, milliseconds, ratio }) => [
      [`report of ${rows} orders by month and store, embedded`, `${milliseconds.report} ms`, "≤ 1 s"],
      ["… against the bare statement", String(ratio), "≤ 1.2"],
    ],
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
  "member-writes": {
    script: "bench/member-writes.mjs",
    lines: ({ results }) =>
      Object.entries(results).flatMap(([name, { add, edit }]) => [
        [
          `members added by 16 writers, ${name}`,
          `${add.product.perSecond} a second, ${add["product / plain, per second"]} of a hand-written route`,
          "≥ 0.5 of it",
        ],
        [
          `members edited by 16 writers, ${name}`,
          `${edit.product.perSecond} a second, ${edit["product / plain, per second"]} of a hand-written route`,
          "≥ 0.5 of it",
        ],
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
