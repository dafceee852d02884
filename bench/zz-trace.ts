import { loadDocuments } from "../server/documents/load-documents.ts";
import { openDatabase } from "../server/db/open-database.ts";
import { createServer } from "../server/server.ts";
import { readConfig } from "../server/config/config.ts";
import { WorkerLink } from "../server/db/embedded/worker-link.ts";
import pg from "pg";
import { administrator } from "../tests/support/callers.ts";
export async function run(dataDir: string, url?: string) {
  const db = await openDatabase(url ? {url}: { dataDir });
  const documents = loadDocuments("schemas");
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", CAPTCHA: "off", DEMO_PASSWORD: "correct-horse-battery", ADMIN_PASSWORD: "correct-horse-battery" });
  const server = await createServer({ config, db, documents: { current: documents } as never, console: { find: () => undefined } as never, runsJobs: false });
  const engine = server.context.engine;
  const adm = { ...administrator };
  const stores = (await engine.list("store/store", { status: "1", pageSize: "5" }, adm)).records;
  const ref = (await engine.list("member/member", { status: "1", pageSize: "5" }, adm)).records;
  const body = (n: number) => ({ realname: "王芳" + n, mobile: "177" + String(n).padStart(8, "0"), sex: "1", birthday: "1990-05-06", serviceStoreId: stores[n % 5]?.id, referrerId: ref[n % 5]?.id, tags: "new,active", email: "a@b.com" });
  let log: { text: string; ms: number }[] = [];
  const own = WorkerLink.prototype.query;
  WorkerLink.prototype.query = async function (this: WorkerLink, text: string, values: readonly unknown[]) {
    const s = performance.now();
    try { return await own.call(this, text, values); } finally { log.push({ text, ms: performance.now() - s }); }
  };
  const ownPg = pg.Client.prototype.query as any;
  (pg.Client.prototype as any).query = async function (config: any, ...rest: any[]) {
    const s = performance.now();
    try { return await ownPg.call(this, config, ...rest); } finally { log.push({ text: config.text ?? config, ms: performance.now() - s }); }
  };
  let last: any;
  const base = Math.floor(Math.random() * 9e7);
  const N = Number(process.env.N ?? 50); console.log("start", performance.now());
  let s = performance.now(), cpu = process.cpuUsage();
  for (let i = 0; i < N; i++) { log = []; last = await engine.add("member/member", body(base + i), adm); }
  const c = process.cpuUsage(cpu);
  console.log("add", log.length, "statements", (performance.now() - s) / N, "ms each; cpu", (c.user + c.system) / 1000 / N, "sql ms", log.reduce((a, l) => a + l.ms, 0));
  for (const l of log) console.log(l.ms.toFixed(2), process.env.FULL ? l.text.replace(/\s+/g, " ") : l.text.replace(/\s+/g, " ").replace(/select ("[a-z_]+"."[a-z_]+"(, )?)+ /, "select … ").slice(0, 260));
  s = performance.now(); cpu = process.cpuUsage();
  for (let i = 0; i < N; i++) { log = []; last = await engine.edit("member/member", { ...last, id: last.id, version: last.version, realname: "张三" + i, remark: "r" + i, sex: String(1 + i % 2) }, adm); }
  const c2 = process.cpuUsage(cpu);
  console.log("edit", log.length, "statements", (performance.now() - s) / N, "ms each; cpu", (c2.user + c2.system) / 1000 / N, "sql ms", log.reduce((a, l) => a + l.ms, 0));
  for (const l of log) console.log(l.ms.toFixed(2), process.env.FULL ? l.text.replace(/\s+/g, " ") : l.text.replace(/\s+/g, " ").replace(/select ("[a-z_]+"."[a-z_]+"(, )?)+ /, "select … ").slice(0, 260));
  await server.close();
  await db.close();
}
