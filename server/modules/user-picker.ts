import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import { splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { guardLookUp } from "../models/look-ups/may-look-up.ts";
import { departsBelow } from "./grants/holdings.ts";

interface PickerQuery {
  readonly pageNo?: string;
  readonly pageSize?: string;
  readonly departId?: string;
  readonly realname?: string;
  readonly username?: string;
  readonly keyword?: string;
  readonly sex?: string;
  /** A day, `yyyy-MM-dd`. */
  readonly birthday?: string;
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

/** What those who may open the list of users see here too. */
const administered = ["phone", "birthday", "orgCodeTxt"] as const;
const mayAdminister = (caller: Caller): boolean => caller.isAdmin || caller.permissions.has("system:user:list");

/**
 * People to pick from (contract 02 §2.1), a page at a time: for those who may open a form that picks people, as far as
 * their row rules go.
 */
export const routes: RouteModule = (api, context) => {
  const { db, engine } = context;
  const look = {
    config: { permission: "session", rateLimit: { max: 600, timeWindow: "1 minute" } },
    preHandler: guardLookUp(context, "system/user"),
  };

  api.get<{ Querystring: PickerQuery }>("/sys/user/queryUserComponentData", look, async (request) => {
    const { pageNo = "1", pageSize = "10", departId, realname, username, keyword, sex, birthday } = request.query;
    const caller = callerOf(request);
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
        ...(sex ? { sex } : {}),
        ...(birthday ? { birthday } : {}),
      },
      caller,
    );
    const more = mayAdminister(caller) ? administered : [];
    return ok({ ...page, records: page.records.map((row) => ({ ...shown(row), ...taken(row, more) })) });
  });

  /** People of a department and of everything below it, by part of the name; and people by their ids. */
  api.get<{ Querystring: { id?: string; realname?: string } }>("/sys/user/queryUserByDepId", look, async (request) => {
    const { id = "", realname } = request.query;
    const name = realname ? { realname: `*${realname}*` } : {};
    const within = { kind: "linked", table: "sys_user_depart", own: "user_id", other: "dep_id" } as const;
    const values = await departsBelow(db.kysely, id ? [id] : []);
    const query = { pageNo: "1", pageSize: "1000", column: "username", order: "asc", status: "1", ...name };
    const page = await engine.list("system/user", query, callerOf(request), { ...within, values });
    return ok(page.records.map(shown));
  });
  api.get<{ Querystring: { userIds?: string } }>("/sys/user/queryByIds", look, async (request) => {
    const ids = splitList(request.query.userIds).slice(0, 1000);
    if (ids.length === 0) return ok([]);
    const query = { pageNo: "1", pageSize: "1000", column: "username", order: "asc", id: ids.join(",") };
    return ok((await engine.list("system/user", query, callerOf(request))).records.map(shown));
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

const shown = (row: Row): Row => taken(row, shownFields);

const taken = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
