// node bench/live.mjs [clients] [restarts]
// A thousand people with the console's own notice code (store, channel, its waiting times) in this process, each with a
// session and a channel of their own, at one built server in another. The server is ended again and again, by turns
// politely and by the power switch; one notice goes out before each end and one as soon as it is back, when most are
// still away. Every notice must reach everybody once.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import WebSocket from "ws";
import { signIn, startServer } from "./console-server.mjs";
import { conditions, writeResult } from "./measure.mjs";

const clients = Number(process.argv[2] ?? 1000);
const restarts = Number(process.argv[3] ?? 20);
const root = new URL("..", import.meta.url).pathname;

const { load: loadBefore } = conditions();

async function bundle(entry, name) {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    ssr: { external: true },
    build: {
      ssr: true,
      outDir: join(root, "dist", "bench", name),
      rolldownOptions: { input: join(root, entry), output: { entryFileNames: `${name}.js` } },
    },
  });
  return import(pathToFileURL(join(root, "dist", "bench", name, `${name}.js`)).href);
}

const { NoticeStore } = await bundle("src/stores/notice-store.ts", "notice-store");
const { addPeople } = await bundle("bench/live/people.ts", "people");

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port: free } = probe.address();
    probe.close(() => resolve(String(free)));
  });
});
const dataDir = mkdtempSync(join(tmpdir(), "schema-console-live-"));
const start = () => startServer({ SEED: "none", DATA_DIR: dataDir, PORT: port });

let server = await start();
await server.stop();
const people = await addPeople(dataDir, clients);
server = await start();
const { url } = server;
const admin = await signIn(url, "admin");

async function call(method, path, headers, data) {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { ...headers, ...(data ? { "content-type": "application/json" } : {}) },
    ...(data ? { body: JSON.stringify(data) } : {}),
  });
  const envelope = await answer.json();
  if (!envelope.success) throw Object.assign(new Error(envelope.message), { status: answer.status });
  return envelope.result;
}

async function publish(titile) {
  const values = { titile, msgCategory: "1", msgType: "ALL", priority: "L", msgContent: "<p>好</p>" };
  const { id } = await call("POST", "/sys/annountCement/add", admin, values);
  await call("GET", `/sys/annountCement/doReleaseData?id=${id}`, admin);
  return id;
}

const stores = people.map(({ id, token }) => {
  const arrived = [];
  const store = new NoticeStore({
    client: {
      request: ({ method, url: path, params, data }) =>
        call(method, params ? `${path}?${new URLSearchParams(params)}` : path, { "X-Access-Token": token }, data),
    },
    connect: () => {
      const socket = new WebSocket(`${url.replace("http", "ws")}/api/websocket/${id}`, ["schema-console", token]);
      socket.on("error", () => {});
      return socket;
    },
    onArrivals: (list) => arrived.push(...list.map((one) => one.id)),
  });
  return { store, arrived };
});

async function until(what, isDone, limitMs) {
  const begun = performance.now();
  while (!isDone()) {
    if (performance.now() - begun > limitMs) throw new Error(`${what}: not within ${limitMs} ms`);
    await wait(20);
  }
  return performance.now() - begun;
}

for (const { store } of stores) store.start();
await until("first connection", () => stores.every(({ store }) => store.isLive && store.state === "ready"), 300_000);

const sent = [];
const missing = () => stores.filter(({ arrived }) => sent.some((id) => !arrived.includes(id))).length;
const rounds = [];
for (let round = 0; round < restarts; round += 1) {
  sent.push(await publish(`第 ${round} 次停机前`));
  const deliveredMs = await until("notice before the end", () => missing() === 0, 300_000);
  const endedAt = performance.now();
  await server.stop(round % 2 === 0 ? "SIGTERM" : "SIGKILL");
  server = await start();
  const readyMs = performance.now() - endedAt;
  sent.push(await publish(`第 ${round} 次恢复后`));
  await until("everybody back", () => stores.every(({ store }) => store.isLive), 300_000);
  const backMs = performance.now() - endedAt;
  await until("notice while away", () => missing() === 0, 300_000);
  rounds.push({
    deliveredMs,
    readyMs,
    backMs,
    afterReadyMs: backMs - readyMs,
    caughtUpMs: performance.now() - endedAt,
  });
  console.log(
    `restart ${round + 1}: delivered ${Math.round(deliveredMs)} ms, ready ${Math.round(readyMs)} ms, all back ${Math.round(backMs)} ms`,
  );
}
const doubled = stores.filter(({ arrived }) => new Set(arrived).size !== arrived.length).length;
const foreign = stores.filter(({ arrived }) => arrived.some((id) => !sent.includes(id))).length;
for (const { store } of stores) store.stop();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });

const worst = (name) => Math.round(Math.max(...rounds.map((round) => round[name])));
writeResult("live", {
  conditions: conditions({ loadBefore }),
  clients,
  restarts,
  notices: sent.length,
  "clients that missed a notice": missing(),
  "clients that got a notice twice": doubled + foreign,
  "worst, milliseconds": {
    "notice to everybody delivered": worst("deliveredMs"),
    "server ready again": worst("readyMs"),
    "everybody connected, from the end of the old server": worst("backMs"),
    "everybody connected, from the ready line of the new one": worst("afterReadyMs"),
    "everybody has the notice sent meanwhile, from the same": worst("caughtUpMs"),
  },
});
