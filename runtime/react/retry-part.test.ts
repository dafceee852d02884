import { expect, it } from "vitest";
import { ChunkLoadError } from "./lazy-part.ts";
import { canRetryHere } from "./retry-part.ts";

const url = "https://console.test/assets/FormView-x.js";
const missing = new ChunkLoadError(`Failed to fetch dynamically imported module: ${url}`, "script");
const unnamed = new ChunkLoadError("Importing a module script failed.", "script");
const style = new ChunkLoadError("Unable to preload CSS for /assets/FormView-x.css", "style");

const yes = () => Promise.resolve(undefined);
const no = () => Promise.reject(new TypeError("Failed to fetch"));

it.each([
  ["a fault of the page itself", new Error("x is not a function"), no, yes, true],
  ["a script that arrives by now", missing, yes, yes, true],
  ["a script that the browser does not ask for again, or that is gone", missing, no, yes, false],
  ["a script while the server is away", missing, no, no, true],
  ["a script that the browser does not name", unnamed, yes, yes, false],
  ["a stylesheet", style, yes, yes, false],
])("NAV-10 %s: trying again on the same page", async (_what, error, load, reach, expected) => {
  expect(await canRetryHere(error, { load, reach })).toBe(expected);
});

it("NAV-10 the script is asked for by the address that the browser names", async () => {
  const asked: string[] = [];
  const load = async (address: string) => void asked.push(address);
  await canRetryHere(missing, { load, reach: no });
  expect(asked).toEqual([url]);
});
