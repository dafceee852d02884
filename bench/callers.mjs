// A child process of the benches: callers over HTTP with keep-alive, each asking one address after the other.
// Reads one JSON line on standard input: { base, headers, callers, requests, paths, pauseMs }, `paths` taken in turn, a
// pause (default none) after each answer.
// Writes one JSON line: { milliseconds: { p50, p95, worst }, perSecond, errors, firstError }.
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

const { base, headers, callers, requests, paths, pauseMs = 0 } = JSON.parse(await text(process.stdin));
const agent = new Agent({ keepAlive: true, maxSockets: callers });
const times = [];
let errors = 0;
let firstError;

const get = (path) =>
  new Promise((resolve, reject) => {
    const asked = request(`${base}${path}`, { agent, headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }));
      response.on("error", reject);
    });
    asked.on("error", reject);
    asked.end();
  });

async function callOften(caller) {
  for (let turn = 0; turn < requests; turn += 1) {
    const start = performance.now();
    const { status, body } = await get(paths[(caller * 7 + turn) % paths.length]).catch((error) => ({
      status: 0,
      body: String(error),
    }));
    times.push(performance.now() - start);
    if (status !== 200 || !JSON.parse(body).success) {
      errors += 1;
      firstError ??= `${status} ${body.slice(0, 200)}`;
    }
    if (pauseMs > 0) await setTimeout(pauseMs);
  }
}

const start = performance.now();
await Promise.all(Array.from({ length: callers }, (_, caller) => callOften(caller)));
const seconds = (performance.now() - start) / 1000;
agent.destroy();
times.sort((a, b) => a - b);
const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] * 10) / 10;
const milliseconds = { p50: at(0.5), p95: at(0.95), worst: at(1) };
console.log(JSON.stringify({ milliseconds, perSecond: Math.round(times.length / seconds), errors, firstError }));
