import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { componentPages } from "./components.ts";
import { messagePages } from "./messages.ts";
import { operationPages } from "./operations.ts";
import { peoplePages } from "./people.ts";
import type { RecordedPage } from "./recorded.ts";
import { complaint, replayCall } from "./replay.ts";
import { lastPages, sessionPages } from "./session.ts";
import { structurePages } from "./structure.ts";

/** In the order of a day: what a page adds, later ones find. */
const pages: readonly RecordedPage[] = [
  ...sessionPages,
  ...structurePages,
  ...peoplePages,
  ...messagePages,
  ...operationPages,
  ...componentPages,
  ...lastPages,
];

describe("the calls of a 2.4 console, page by page", () => {
  let server: TestServer;
  const kept = new Map<string, unknown>();
  beforeAll(async () => {
    server = await createTestServer({ runsJobs: false });
  });
  afterAll(() => server.close());

  it.each(pages)("$page finds each field that it reads", async ({ calls }) => {
    const complaints: string[] = [];
    for (const call of calls) {
      const found = await replayCall(server, call, kept);
      complaints.push(...found.map((one) => `${call.method} ${call.path}: ${one}`));
    }
    expect(complaints).toEqual([]);
  });

  it("a page of a client has one record, and the document names the numbers", () => {
    const calls = pages.flatMap((page) => page.calls);
    const fields = calls.reduce((sum, call) => sum + Object.keys(call.reads ?? {}).length, 0);
    expect(new Set(pages.map(({ page }) => page)).size).toBe(pages.length);
    const document = readFileSync(new URL("../../../docs/compatibility.md", import.meta.url), "utf8");
    expect(document).toContain(`${pages.length} pages × ${calls.length} calls × ${fields} fields`);
  });

  it.each([
    ["a list without rows proves no column", { result: [] }, "result[].name", "string", "is nowhere"],
    ["a column that no row fills is empty", { result: [{ name: null }] }, "result[].name", "string?", "is nowhere"],
    ["a row may not lack what each must have", { result: [{ a: "1" }, {}] }, "result[].a", "string", "is missing"],
    ["a number is no text", { result: [{ a: 1 }] }, "result[].a", "string", "is 1"],
  ] as const)("%s", (_, answer, path, kind, text) => {
    expect(complaint(answer, path, kind)).toContain(text);
  });

  it("0, false and an empty list are values", () => {
    const answer = { result: { total: 0, hidden: false, list: [] } };
    for (const [path, kind] of [
      ["result.total", "number"],
      ["result.hidden", "boolean"],
      ["result.list", "array"],
    ] as const)
      expect(complaint(answer, path, kind)).toBeUndefined();
  });
});
