import { expect, test } from "vitest";
import { loadHooks } from "./hooks.ts";

test("every model has its hooks in one file of server/modules", () => {
  const modelIds = [...loadHooks().keys()];
  expect(modelIds.length).toBeGreaterThan(0);
  expect(modelIds.every((id) => /^[a-z-]+\/[a-z-]+$/.test(id))).toBe(true);
});
