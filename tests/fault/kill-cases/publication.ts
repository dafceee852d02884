import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect } from "vitest";
import { isAnswered, type KillCase } from "./kill-case.ts";

const path = "store/store-salesman.screen.json";
const shipped = JSON.parse(readFileSync(`schemas/${path}`, "utf8"));

/** Publishes a page with one more button, which has a permission of its own and so a menu row. */
export const publication: KillCase = {
  title: "a publication leaves the page as it was, or whole with its menus",
  middle: { mark: 'insert into "onl_document_version"', at: 2, ends: 12 },
  async prepare({ call }, round) {
    const read = await call<{ tag: string; version: number }>(
      "GET",
      `/online/document/read?path=${encodeURIComponent(path)}`,
    );
    const permission = `store:salesman:b${round}`;
    const button = { key: `b${round}`, label: `按钮 ${round}`, permission, do: [{ type: "reload" }] };
    const text = JSON.stringify({ ...shipped, toolbar: [...(shipped.toolbar ?? []), button] });
    return {
      act: () => isAnswered(call("POST", "/online/document/publish", { path, text, expected: read.result.tag })),
      async stored(db, isPublished) {
        const { rows } = await sql<{ versions: string; menus: string }>`
          select (select count(*) from onl_document_version where path = ${path}
              and version_num = ${read.result.version + 1}) as versions,
            (select count(*) from sys_permission where perms = ${permission}) as menus`.execute(db.kysely);
        const { versions, menus } = rows[0] ?? {};
        expect(menus).toBe(versions);
        if (isPublished) expect(versions).toBe("1");
      },
    };
  },
};
