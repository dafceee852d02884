// node bench/documents/run.mjs [documents=1000] [fresh processes=5]: how long it takes to check many documents, from a
// cold process and after one of them was changed.
import { execFileSync } from "node:child_process";
import { build } from "vite";
import { conditions, median, round, writeResult } from "../measure.mjs";

const [count = "1000", processes = "5"] = process.argv.slice(2);
const root = new URL("../..", import.meta.url).pathname;
const outDir = `${root}dist/bench/documents`;

const before = conditions({ processes: Number(processes) });
await build({
  root,
  configFile: `${root}vite.server.config.ts`,
  logLevel: "warn",
  build: {
    outDir,
    rolldownOptions: { input: { check: `${root}bench/documents/check-documents.ts` } },
  },
});
const turns = Array.from({ length: Number(processes) }, () =>
  JSON.parse(execFileSync(process.execPath, [`${outDir}/check.js`, "schemas", count], { cwd: root, encoding: "utf8" })),
);
const [{ documents, kilobytes, findings }] = turns;
const middle = (of) => median(turns.flatMap(of));
const wholeMs = middle(({ wholeMs }) => wholeMs);
writeResult("documents", {
  conditions: { ...before, loadAfter: conditions().load },
  documents,
  kilobytes,
  findings,
  coldMs: round(
    middle(({ coldMs }) => coldMs),
    0,
  ),
  wholeMs: round(wholeMs, 0),
  edits: ["model", "screen", "data"].map((what) => {
    const editMs = middle((turn) => turn.editMs[what]);
    return { what, editMs: round(editMs, 1), ratioToWhole: round(editMs / wholeMs, 3) };
  }),
});
