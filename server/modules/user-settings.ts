import { sql } from "kysely";
import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { refuse } from "../http/refusal.ts";

/** Settings that one person may keep; far beyond the number of screens. */
const maxSettings = 500;
/** Characters of one setting as JSON. */
const maxLength = 16_000;

const body = {
  type: "object",
  required: ["name", "value"],
  properties: { name: { type: "string" }, value: {} },
} as const;

/**
 * How a person wants their screens: column widths and the like, under a name that the screen chooses. Their own only.
 */
export const routes: RouteModule = (api, { db, clock }) => {
  const session = { config: { permission: "session" } };

  /** The value, or null where nothing was kept. */
  api.get<{ Querystring: { name?: string } }>("/lowcode/userSetting", session, async (request) => {
    const { userId } = callerOf(request);
    const { rows } = await sql<{ value: string }>`
      select value from sys_user_setting where user_id = ${userId} and name = ${readName(request.query.name)}`.execute(
      db.kysely,
    );
    return ok(rows[0] ? JSON.parse(rows[0].value) : null);
  });

  api.put<{ Body: { name: unknown; value: unknown } }>(
    "/lowcode/userSetting",
    { ...session, schema: { body } },
    async (request) => {
      const { userId } = callerOf(request);
      const name = readName(request.body.name);
      const value = JSON.stringify(request.body.value);
      if (value.length > maxLength) throw refuse(`设置超过 ${maxLength} 个字符`);
      const { rows } = await sql<{ kept: string }>`
        select count(*) as kept from sys_user_setting where user_id = ${userId} and name <> ${name}`.execute(db.kysely);
      if (Number(rows[0]?.kept) >= maxSettings) throw refuse(`最多保存 ${maxSettings} 项设置`);
      await sql`insert into sys_user_setting (user_id, name, value, update_time)
        values (${userId}, ${name}, ${value}, ${clock()})
        on conflict (user_id, name) do update set value = excluded.value, update_time = excluded.update_time`.execute(
        db.kysely,
      );
      return ok(null);
    },
  );
};

/** What is arranged and which one, such as `grid:store/order/lines`; a table may be told apart by its title, in any language. */
function readName(value: unknown): string {
  if (typeof value !== "string" || !/^[a-z][^\p{Cc}]{0,199}$/u.test(value)) throw refuse("参数 name 不正确");
  return value;
}
