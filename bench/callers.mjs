// A child process of the benches: callers over HTTP with keep-alive, each asking one address after the other.
// Reads one JSON line on standard input: { base, headers, callers, requests, paths, pauseMs }, `paths` taken in turn, a
// pause (default none) after each answer; or for writes { base, headers, callers, method, paths, bodies }, where every body
// is sent once. SIGTERM ends the calls early.
// Writes one JSON line: { milliseconds: { p50, p95, worst }, calls, perSecond, errors, firstError, results }; `results` of writes.
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

const {
  base,
  headers,
  callers,
  requests,
  paths,
  pauseMs = 0,
  method = "GET",
  bodies,
} = JSON.parse(await text(process.stdin));
const agent = new Agent({ keepAlive: true, maxSockets: callers });
const times = [];
const results = [];
let errors = 0;
let isStopped = false;
process.once("SIGTERM", () => {
  isStopped = true;
});
let firstError;

const ask = (path, body) =>
  new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const asked = request(`${base}${path}`, { agent, method, headers: { ...headers, ...type } }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }));
      response.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });

async function callOnce(path, sent) {
  const start = performance.now();
  const { status, body } = await ask(path, sent).catch((error) => ({ status: 0, body: String(error) }));
  times.push(performance.now() - start);
  const answer = status === 200 ? JSON.parse(body) : undefined;
  if (answer?.success) {
    if (sent !== undefined) results.push(answer.result);
    return;
  }
  errors += 1;
  firstError ??= `${status} ${body.slice(0, 200)}`;
}

async function callOften(caller) {
  for (let turn = 0; turn < requests && !isStopped; turn += 1) {
    await callOnce(paths[(caller * 7 + turn) % paths.length]);
    if (pauseMs > 0) await setTimeout(pauseMs);
  }
}

async function sendRest(rest) {
  for (const body of rest) await callOnce(paths[0], body);
}

const start = performance.now();
const rest = bodies?.values();
await Promise.all(Array.from({ length: callers }, (_, caller) => (rest ? sendRest(rest) : callOften(caller))));
const seconds = (performance.now() - start) / 1000;
agent.destroy();
times.sort((a, b) => a - b);
const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] * 10) / 10;
const milliseconds = { p50: at(0.5), p95: at(0.95), worst: at(1) };
console.log(
  JSON.stringify({
    milliseconds,
    calls: times.length,
    perSecond: Math.round(times.length / seconds),
    errors,
    firstError,
    results,
  }),
);
