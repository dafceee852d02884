// Import of many members through the product's call, and how long a read beside it has to wait on the embedded database.
// node bench/server-import.mjs [rows=100000]; starts the built server over a new folder with demonstration data, or over a
// copy of the folder that BENCH_DEMO_DIR names. BENCH_DATABASE_URL: an empty database of a PostgreSQL server instead.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { runnerImport } from "vite";
import { buildStale } from "../scripts/build.mjs";
import { signIn, startServer } from "./console-server.mjs";
import { conditions, round, writeResult } from "./measure.mjs";

const rows = Number(process.argv[2] ?? 100_000);
await buildStale(["server"]);
const { module } = await runnerImport(new URL("../server/files/excel/write-xlsx.ts", import.meta.url).pathname);
const dataDir = mkdtempSync(join(tmpdir(), "schema-console-bench-"));
if (process.env.BENCH_DEMO_DIR) cpSync(process.env.BENCH_DEMO_DIR, dataDir, { recursive: true });
const databaseUrl = process.env.BENCH_DATABASE_URL;
const server = await startServer({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
const headers = await signIn(server.url, "admin");
const ask = async (path) => (await (await fetch(`${server.url}/api${path}`, { headers })).json()).result;
const stores = (await ask("/store/store/list?status=1&pageSize=20")).records.map(({ storeName }) => storeName);
const { records, total: before } = await ask("/member/member/list?pageSize=1");

const workbook = await buffer(
  module.writeXlsx(
    { title: "会员", subtitle: "" },
    ["姓名*", "手机号*", "性别", "生日", "服务门店"].map(column),
    batches(),
  ),
);
const reading = readUntilStopped(`/member/member/queryById?id=${records[0].id}`);
const load = conditions({ rows, fileMb: round(workbook.length / 1e6, 1) });
const start = performance.now();
const form = new FormData();
form.append("file", new Blob([workbook]), "members.xlsx");
const answer = await fetch(`${server.url}/api/member/member/importExcel`, { method: "POST", headers, body: form });
const { success, message, result: report } = await answer.json();
const seconds = round((performance.now() - start) / 1000, 1);
const waits = await reading.stop();
if (report)
  console.error((await (await fetch(`${server.url}/api${report.fileUrl}`, { headers })).text()).slice(0, 1_000));
const { total } = await ask("/member/member/list?pageSize=1");
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
// Totals are exact up to 100,000 rows.
if (!success || total < Math.min(before + rows, 100_000))
  throw new Error(`${message}: ${before} rows before, ${total} after`);
writeResult(databaseUrl ? "server-import-postgresql" : "server-import", {
  conditions: { ...load, loadAfter: conditions().load },
  rows,
  seconds,
  reads: waits.length,
  readP95Ms: Math.round(waits[Math.floor(waits.length * 0.95)]),
  worstReadMs: Math.round(waits.at(-1)),
});

function column(title) {
  return { title, widthChars: 12, kind: "text" };
}

function batches() {
  const surnames = Array.from("王李张刘陈杨黄赵吴周");
  const row = (index) => [
    `${surnames[index % 10]}${Array.from("芳伟娜敏静丽强磊军洋")[Math.floor(index / 10) % 10]}`,
    `177${String(index).padStart(8, "0")}`,
    index % 2 ? "男" : "女",
    "1990-05-06",
    stores[index % stores.length],
  ];
  const size = 1_000;
  return Readable.from(
    Array.from({ length: Math.ceil(rows / size) }, (_, batch) =>
      Array.from({ length: Math.min(size, rows - batch * size) }, (_, index) => row(batch * size + index)),
    ),
  );
}

/** One read after the other; `stop` answers their times, sorted. */
function readUntilStopped(path) {
  let isStopped = false;
  const times = [];
  const done = (async () => {
    while (!isStopped) {
      const begun = performance.now();
      await ask(path);
      times.push(performance.now() - begun);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await done;
      return times.sort((a, b) => a - b);
    },
  };
}
