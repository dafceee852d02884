// npm start: builds what is missing or stale, then runs the server in this very process.
// The embedded database is initialised while the console builds, so a first start waits only once.
import { pathToFileURL } from "node:url";
import { buildStale } from "./build.mjs";
import { builtHash, isStale, root } from "./stamp.mjs";

process.env.NODE_ENV ??= "production";
if (isStale("server")) console.log("正在构建服务端…");
await buildStale(["server"]);
if (isStale("console")) console.log("正在构建控制台…");
const consoleReady = buildStale(["console"]);
const { start } = await import(pathToFileURL(`${root}dist/server/main.js`).href);
await start({
  build: builtHash("server"),
  consoleDir: `${root}dist/console`,
  schemasDir: process.env.SCHEMAS_DIR ?? `${root}schemas`,
  consoleReady,
});
