import { readFileSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { callAndKill } from "../support/call-and-kill.ts";
import { proveCount } from "../support/prove.ts";
import { copyStartedFolder } from "../support/test-server.ts";

const killedPublications = proveCount(1, 20);
const path = "store/store-salesman.screen.json";
const shipped = JSON.parse(readFileSync(`schemas/${path}`, "utf8"));

let dataDir: string;
beforeAll(async () => {
  dataDir = await copyStartedFolder();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Publishes the page with one more button, which has a permission of its own and so a menu row. */
const publishAndKill = (round: number, afterMs: number) =>
  callAndKill(
    dataDir,
    async (call) => {
      const { result } = await call<{ tag: string; version: number }>(
        `/online/document/read?path=${encodeURIComponent(path)}`,
      );
      const button = {
        key: `b${round}`,
        label: `按钮 ${round}`,
        permission: `store:salesman:b${round}`,
        do: [{ type: "reload" }],
      };
      const text = JSON.stringify({ ...shipped, toolbar: [...(shipped.toolbar ?? []), button] });
      return {
        made: { permission: button.permission, version: result.version + 1 },
        path: "/online/document/publish",
        body: { path, text, expected: result.tag },
      };
    },
    afterMs,
  );

async function stored({ permission, version }: { readonly permission: string; readonly version: number }) {
  const db = await openDatabase({ dataDir });
  try {
    const { rows } = await sql<{ versions: string; menus: string }>`
      select (select count(*) from onl_document_version where path = ${path} and version_num = ${version}) as versions,
        (select count(*) from sys_permission where perms = ${permission}) as menus`.execute(db.kysely);
    return { versions: Number(rows[0]?.versions), menus: Number(rows[0]?.menus) };
  } finally {
    await db.close();
  }
}

it("a publication that is switched off half way leaves the page as it was, one that was answered leaves it whole", async () => {
  const whole = await publishAndKill(0, Number.POSITIVE_INFINITY);
  expect(await stored(whole.made)).toEqual({ versions: 1, menus: 1 });
  for (let round = 1; round <= killedPublications; round += 1) {
    const share = round / (killedPublications + 1);
    const { made, answeredMs } = await publishAndKill(round, (whole.answeredMs ?? 100) * share);
    const { versions, menus } = await stored(made);
    expect(menus, `killed after ${share} of the time`).toBe(versions);
    if (answeredMs !== undefined) expect(versions).toBe(1);
  }
});
