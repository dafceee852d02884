// Members added and edited over HTTP by 16 writers (and by one): the product beside a hand-written Fastify and Kysely route
// that does the same transaction (row, data log, roll-ups), in turns, so that the machine's other work hits all alike.
// node bench/member-writes.mjs [members per turn=320] [turns=5]; embedded database, and PostgreSQL when BENCH_DATABASE_URL names
// an empty database of a server. BENCH_BASE_DIR: the folder of an earlier commit with its server built, measured beside them
// on data of its own: an empty folder, and another empty database that BENCH_BASE_DATABASE_URL names.
import { readFileSync, rmSync } from "node:fs";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { buildStale } from "../scripts/build.mjs";
import { copyDemoData } from "../scripts/demo-data.mjs";
import { runCallers, signIn, startNode, startServer } from "./console-server.mjs";
import { conditions, median, round, writeResult } from "./measure.mjs";

const count = Number(process.argv[2] ?? 320);
const turns = Number(process.argv[3] ?? 5);
const writers = 16;
const baseDir = process.env.BENCH_BASE_DIR;
const databaseUrl = process.env.BENCH_DATABASE_URL;
const baseDatabaseUrl = process.env.BENCH_BASE_DATABASE_URL;
const root = new URL("..", import.meta.url).pathname;
const ticksPerSecond = 100;
/** Fields of an edit that stay as they were made. */
const editOf = { sex: "2", birthday: "1990-05-06", email: "wang.fang@example.com", tags: "vip" };
/** No two runs on one database make the same phone numbers. */
let lastMember = Math.floor(Math.random() * 9e8);

await buildStale(["server"]);
await build({
  root,
  configFile: false,
  logLevel: "warn",
  ssr: { external: true },
  build: {
    ssr: true,
    outDir: join(root, "dist", "bench", "member-writes"),
    rolldownOptions: {
      input: join(root, "bench/member-writes/plain-server.ts"),
      output: { entryFileNames: "plain-server.js" },
    },
  },
});
const plainServer = join(root, "dist", "bench", "member-writes", "plain-server.js");
const folders = [];
const folderOf = async (from) => {
  const folder = await mkdtemp(join(tmpdir(), "schema-console-bench-"));
  folders.push(folder);
  if (from) await cp(from, folder, { recursive: true });
  return folder;
};

const before = conditions({ members: count, turns, writers, processorTime: "of the server's process, per member" });
const demo = await copyDemoData();
folders.push(demo);
const results = { embedded: await compare(demo) };
if (databaseUrl) results.PostgreSQL = await compare(undefined);
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
writeResult("member-writes", { conditions: { ...before, loadAfter: conditions().load }, results });

/** @param from data folder to copy for each subject; undefined: all of them on the PostgreSQL database */
async function compare(from) {
  const env = async () => ({ DATA_DIR: await folderOf(from), DATABASE_URL: from ? "" : databaseUrl });
  const product = await startServer(await env());
  // It may not know the migrations of today.
  const ownData = async () => ({ DATA_DIR: await folderOf(), DATABASE_URL: from ? "" : baseDatabaseUrl });
  const base = baseDir ? await startServer(await ownData(), [], baseDir) : undefined;
  const plain = await startNode([plainServer, from ? await folderOf(from) : databaseUrl]);
  const subjects = { product, plain, ...(base && { base }) };
  const headers = {};
  for (const [name, { url }] of Object.entries(subjects))
    headers[name] = name === "plain" ? {} : await signIn(url, "admin");
  const known = await readParents(product.url, headers.product);
  const parents = { product: known, plain: known, base: base && (await readParents(base.url, headers.base)) };
  const rounds = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const figures = {};
    for (const [name, { url, pid }] of Object.entries(subjects)) {
      const to = { base: `${url}/api/member/member`, headers: headers[name], pid };
      const fresh = Array.from({ length: count }, () => newMember(parents[name]));
      const added = await measured(to, { method: "POST", paths: ["/add"], bodies: fresh, callers: writers });
      const changed = added.results.map(({ id, version, mobile, realname }) => ({
        ...editOf,
        id,
        version,
        mobile,
        realname,
        remark: `第${turn}次`,
      }));
      const edited = await measured(to, { method: "PUT", paths: ["/edit"], bodies: changed, callers: writers });
      const alone = Array.from({ length: count / 4 }, () => newMember(parents[name]));
      const addedAlone = await measured(to, { method: "POST", paths: ["/add"], bodies: alone, callers: 1 });
      figures[name] = { add: added.figures, edit: edited.figures, "add, one writer": addedAlone.figures };
    }
    if (turn > 0) rounds.push(figures); // the first one warms up
  }
  for (const { stop } of Object.values(subjects)) await stop();
  return summary(rounds);
}

async function measured({ base, headers, pid }, spec) {
  const cpu = processorMs(pid);
  const answer = await runCallers({ base, headers, ...spec });
  if (answer.errors > 0) throw new Error(`${answer.errors} calls failed: ${answer.firstError}`);
  const cpuMs = round((processorMs(pid) - cpu) / spec.bodies.length);
  return { results: answer.results, figures: { perSecond: answer.perSecond, ...answer.milliseconds, cpuMs } };
}

/** User and system time of a process, all its threads. */
function processorMs(pid) {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return ((user + system) * 1000) / ticksPerSecond;
}

/** Per subject and call the median of the rounds; ratios are medians of the ratios of each round. */
function summary(rounds) {
  const calls = ["add", "edit", "add, one writer"];
  const figure = (name, call, key) => median(rounds.map((round) => round[name][call][key]));
  const subjects = Object.keys(rounds[0]);
  const perCall = (call) => ({
    ...Object.fromEntries(
      subjects.map((name) => [
        name,
        Object.fromEntries(["perSecond", "p50", "p95", "cpuMs"].map((key) => [key, figure(name, call, key)])),
      ]),
    ),
    ...Object.fromEntries(
      subjects
        .filter((name) => name !== "product")
        .map((name) => [
          `product / ${name}, per second`,
          round(median(rounds.map((one) => one.product[call].perSecond / one[name][call].perSecond))),
        ]),
    ),
  });
  return Object.fromEntries(calls.map((call) => [call, perCall(call)]));
}

function newMember({ stores, referrers }) {
  lastMember += 1;
  return {
    realname: `王芳${lastMember}`,
    mobile: `13${String(lastMember).padStart(9, "0")}`,
    sex: "2",
    birthday: "1990-05-06",
    email: "wang.fang@example.com",
    tags: "new,active",
    referrerId: referrers[lastMember % referrers.length],
    serviceStoreId: stores[lastMember % stores.length],
  };
}

async function readParents(url, headers) {
  const ask = async (path) => (await (await fetch(`${url}/api${path}`, { headers })).json()).result.records;
  const ids = (rows) => rows.map(({ id }) => id);
  return {
    stores: ids(await ask("/store/store/list?status=1&pageSize=20")),
    referrers: ids(await ask("/member/member/list?status=1&pageSize=50")),
  };
}
