import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diagnosticCodes } from "./diagnostic-codes.ts";

test("every code that a check gives is explained, and no other", () => {
  const used = new Set<string>();
  for (const folder of ["runtime/schema", "runtime/check", "server/documents"]) {
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts") || file.endsWith(".test.ts") || file === "diagnostic-codes.ts") continue;
      for (const [code] of readFileSync(join(folder, file), "utf8").matchAll(/(?<=")LC\d{4}(?=")/g)) used.add(code);
    }
  }
  expect([...used].sort()).toEqual(Object.keys(diagnosticCodes).sort());
});
