// Runs the built server as it stands, without building; the console folder may be missing (development, tests).
import { pathToFileURL } from "node:url";
import { builtHash, root } from "./stamp.mjs";

const { start } = await import(pathToFileURL(`${root}dist/server/main.js`).href);
await start({
  build: builtHash("server"),
  consoleDir: process.env.CONSOLE_DIR ?? `${root}dist/console`,
  schemasDir: process.env.SCHEMAS_DIR ?? `${root}schemas`,
  consoleReady: Promise.resolve(),
});
