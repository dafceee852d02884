import { sql } from "kysely";
import { defaultTenant } from "../../auth/caller.ts";
import type { Queryable } from "../../db/database.ts";
import { cleanHtml } from "../../models/html/clean-html.ts";
import { escapeHtml } from "../render-template.ts";
import { released, toAll } from "./audience.ts";

/** An announcement as far as it is shown to people who have not signed in: not who wrote it, and no files. */
export interface PublicAnnouncement {
  readonly title: string;
  readonly content: string;
  readonly sendTime: string;
}

/**
 * A released announcement to everybody of every tenant, while it lasts. What is meant for some people, or for one tenant,
 * is not for those of whom nothing is known.
 *
 * @returns undefined when there is none of this id, or it may not be shown
 */
export async function findPublic(db: Queryable, id: string, now: string): Promise<PublicAnnouncement | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select titile, msg_content, send_time from sys_announcement
    where id = ${id} and send_status = ${released} and msg_type = ${toAll} and coalesce(del_flag, 0) = 0
      and tenant_id = ${defaultTenant} and coalesce(start_time <= ${now}::timestamp, true)
      and coalesce(end_time > ${now}::timestamp, true)`.execute(db);
  const [row] = rows;
  return (
    row && {
      title: String(row.titile ?? ""),
      content: String(row.msg_content ?? ""),
      sendTime: String(row.send_time ?? ""),
    }
  );
}

/** No script, no form, no frame: a page of words. Links lead out of the sandbox, or they would open nothing usable. */
export const publicPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** @returns the page; the content is cleaned again, because older rows may have been written past the editor */
export function publicPage({ title, content, sendTime }: PublicAnnouncement): string {
  const words = escapeHtml(title);
  return `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${words}</title>
    <style>
      body { max-width: 800px; margin: 32px auto; padding: 0 16px; font: 14px/1.6 sans-serif; color: #1f1f1f; }
      time { color: #595959; }
      img { max-width: 100%; }
    </style>
  </head>
  <body>
    <h1>${words}</h1>
    <time>${escapeHtml(sendTime)}</time>
    <main>${cleanHtml(content)}</main>
  </body>
</html>
`;
}
