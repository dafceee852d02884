import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { bundleForNode } from "../../tests/support/bundle.ts";

it("keeps the heap near what is alive while anybody holds it, and leaves it to V8 afterwards", async () => {
  // In a process of its own: the heap of a test run is large already.
  const child = await bundleForNode(fileURLToPath(new URL("steady-heap.child.ts", import.meta.url)));
  const { stdout } = await promisify(execFile)(process.execPath, [child]);
  const { free, held, freeAgain } = JSON.parse(stdout) as Record<"free" | "held" | "freeAgain", number>;
  expect(held).toBeLessThan(free * 0.8);
  expect(held).toBeLessThan(freeAgain * 0.8);
});
