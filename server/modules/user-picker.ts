import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { RouteModule } from "../context.ts";
import { callerOf } from "../http/access.ts";
import { ok } from "../http/envelope.ts";

interface PickerQuery {
  readonly pageNo?: string;
  readonly pageSize?: string;
  readonly departId?: string;
  readonly realname?: string;
  readonly username?: string;
  readonly keyword?: string;
}

/** What a picker shows of a person; phone numbers and rights stay in the administration. */
const shownFields = [
  "id",
  "username",
  "realname",
  "sex",
  "sex_dictText",
  "orgCode",
  "orgCode_dictText",
  "avatar",
] as const;

/** People to pick from (contract 02 §2.1), a page at a time, as far as the caller's row rules go. */
export const routes: RouteModule = (api, { db, engine }) => {
  const look = { config: { permission: "session", rateLimit: { max: 600, timeWindow: "1 minute" } } };

  api.get<{ Querystring: PickerQuery }>("/sys/user/queryUserComponentData", look, async (request) => {
    const { pageNo = "1", pageSize = "10", departId, realname, username, keyword } = request.query;
    const ids = departId ? await idsInDepart(departId) : undefined;
    const page = await engine.list(
      "system/user",
      {
        pageNo,
        pageSize,
        column: "username",
        order: "asc",
        status: "1",
        ...(ids ? { id: ids.length > 0 ? ids.join(",") : "-" } : {}),
        ...(realname ? { realname: `*${realname}*` } : {}),
        ...(username ? { username: username.includes(",") ? username : `*${username}*` } : {}),
        ...(keyword ? either(keyword) : {}),
      },
      callerOf(request),
    );
    return ok({ ...page, records: page.records.map(shown) });
  });

  /** Members of a department and of everything below it. */
  async function idsInDepart(departId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select distinct link.user_id as id from sys_user_depart link
      join sys_depart depart on depart.id = link.dep_id
      join sys_depart top on top.id = ${departId} and starts_with(depart.org_code, top.org_code)
      limit 10000`.execute(db.kysely);
    return rows.map((row) => row.id);
  }
};

/** A person found by a part of the name or of the account. */
function either(keyword: string) {
  const conditions = ["realname", "username"].map((field) => ({ field, rule: "like", val: keyword }));
  return { superQueryMatchType: "or", superQueryParams: JSON.stringify(conditions) };
}

function shown(row: Row): Row {
  return Object.fromEntries(shownFields.map((name) => [name, row[name] ?? null]));
}
