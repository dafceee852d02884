// Import of many members through the product's call: time beside the bare driver's, rise of the server's memory, times of
// reads alone and beside it.
// node bench/server-import.mjs [rows=100000]; starts the built server over a new folder with demonstration data, or over a
// copy of the folder that BENCH_DEMO_DIR names. BENCH_DATABASE_URL: an empty database of a PostgreSQL server instead.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { buildStale } from "../scripts/build.mjs";
import { signIn, startCallers, startServer } from "./console-server.mjs";
import { importSource } from "./import-source.mjs";
import { conditions, round, watchMemory, writeResult } from "./measure.mjs";

const rows = Number(process.argv[2] ?? 100_000);
await buildStale(["server"]);
const module = await importSource(new URL("../server/files/excel/write-xlsx.ts", import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), "schema-console-bench-"));
if (process.env.BENCH_DEMO_DIR) cpSync(process.env.BENCH_DEMO_DIR, dataDir, { recursive: true });
const databaseUrl = process.env.BENCH_DATABASE_URL;
const server = await startServer({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
const headers = await signIn(server.url, "admin");
const others = await signIn(server.url, "operator");
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
/** Five windows of another person: a member and a page of orders in turn, with a moment between, until they are stopped. */
const lookAround = () =>
  startCallers({
    base: `${server.url}/api`,
    ...{ headers: others, callers: 5, requests: 1e6, pauseMs: 50 },
    paths: [`/member/member/queryById?id=${records[0].id}`, "/store/storeOrder/list?pageNo=1&pageSize=10"],
  });
const warming = lookAround();
await setTimeout(2_000);
await warming.stop();

const load = conditions({ rows, fileMb: round(workbook.length / 1e6, 1) });
const lookingAlone = lookAround();
await setTimeout(15_000);
const alone = await lookingAlone.stop();
const memory = watchMemory(server.pid);
const looking = lookAround();
const start = performance.now();
const form = new FormData();
form.append("file", new Blob([workbook]), "members.xlsx");
const answer = await fetch(`${server.url}/api/member/member/importExcel`, { method: "POST", headers, body: form });
const { success, message, result: report } = await answer.json();
const seconds = (performance.now() - start) / 1000;
const memoryMb = memory.stop();
const beside = await looking.stop();
if (report)
  console.error((await (await fetch(`${server.url}/api${report.fileUrl}`, { headers })).text()).slice(0, 1_000));
const { total } = await ask("/member/member/list?pageSize=1");
await server.stop();
const bare = await importSource(new URL("bare-rows.ts", import.meta.url));
const bareSeconds = await bare.addMembers(databaseUrl ? { url: databaseUrl } : { dataDir }, rows);
rmSync(dataDir, { recursive: true, force: true });
// Totals are exact up to 100,000 rows.
if (!success || total < Math.min(before + rows, 100_000))
  throw new Error(`${message}: ${before} rows before, ${total} after`);
writeResult(databaseUrl ? "server-import-postgresql" : "server-import", {
  conditions: { ...load, loadAfter: conditions().load },
  rows,
  seconds: { import: round(seconds, 1), bareInsert: round(bareSeconds, 1) },
  ratios: {
    "import / bare insert": round(seconds / bareSeconds),
    "reads p95 beside / alone": round(beside.milliseconds.p95 / alone.milliseconds.p95),
  },
  memoryMb,
  reads: { alone: callsOf(alone), beside: callsOf(beside) },
});

function callsOf({ calls, milliseconds }) {
  return { calls, ...milliseconds };
}

function column(title) {
  return { title, widthChars: 12, kind: "text" };
}

function batches() {
  const surnames = Array.from("王李张刘陈杨黄赵吴周");
  const row = (index) => [
    `${surnames[index % 10]}${Array.from("芳伟娜敏静丽强磊军洋")[Math.floor(index / 10) % 10]}`,
    `135${String(index).padStart(8, "0")}`,
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
