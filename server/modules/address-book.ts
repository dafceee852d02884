import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { linkedUsers } from "./users/linked-users.ts";

interface BookQuery {
  readonly pageNo?: string;
  readonly pageSize?: string;
  readonly orgCode?: string;
  readonly realname?: string;
  readonly workNo?: string;
  readonly post?: string;
  readonly phone?: string;
}

/**
 * The address book (contract 02 §2.1): people by department with the ways to reach them. It has a permission of its own,
 * because it shows phone numbers to those who administer nobody.
 */
export const routes: RouteModule = (api, { db, engine }) => {
  for (const [path, permission] of [
    ["/sys/user/queryByOrgCodeForAddressList", "system:address-book:list"],
    ["/sys/user/queryByOrgCode", "system:user:list"],
  ] as const) {
    api.get<{ Querystring: BookQuery }>(path, { config: { permission } }, async (request) => {
      const { pageNo = "1", pageSize = "10", orgCode, realname, workNo, post, phone } = request.query;
      const caller = callerOf(request);
      const departs = orgCode ? await departsOfCode(orgCode, caller) : undefined;
      const page = await engine.list(
        "system/user",
        {
          pageNo,
          pageSize,
          column: "username",
          order: "asc",
          status: "1",
          ...part("realname", realname),
          ...part("workNo", workNo),
          ...part("phone", phone),
          ...(post ? { post } : {}),
        },
        caller,
        departs && (await linkedUsers(db.kysely, { table: "sys_user_depart", other: "dep_id" }, departs)),
      );
      const departsOf = await departNames(
        page.records.map((row) => String(row.id)),
        caller,
      );
      return ok({ ...page, records: page.records.map((row) => shown(row, departsOf.get(String(row.id)))) });
    });
  }

  async function departsOfCode(orgCode: string, caller: Caller): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from sys_depart
      where starts_with(org_code, ${orgCode}) and ${engine.tenantRows("system/depart", caller)}`.execute(db.kysely);
    return rows.map((row) => row.id);
  }

  /** Departments of each user, joined as the contract has them: `A | B`. */
  async function departNames(userIds: readonly string[], caller: Caller) {
    const found = new Map<string, { readonly id: string; readonly name: string }>();
    if (userIds.length === 0) return found;
    const { rows } = await sql<{ user_id: string; ids: string; names: string }>`
      select link.user_id, string_agg(depart.id, ',' order by depart.org_code) as ids,
        string_agg(depart.depart_name, ' | ' order by depart.org_code) as names
      from sys_user_depart link join sys_depart depart on depart.id = link.dep_id
      where link.user_id = any(${sql.val([...userIds])}::text[])
        and ${engine.tenantRows("system/depart", caller, "depart")}
      group by link.user_id`.execute(db.kysely);
    for (const row of rows) found.set(row.user_id, { id: row.ids, name: row.names });
    return found;
  }
};

function part(name: string, text: string | undefined): Record<string, string> {
  if (!text) return {};
  return { [name]: text.includes("*") ? text : `*${text}*` };
}

function shown(row: Row, depart: { readonly id: string; readonly name: string } | undefined): Row {
  const { id, realname, username, workNo, phone, telephone, email, post, avatar, sex } = row;
  return {
    userId: id,
    id,
    username: username ?? null,
    realname: realname ?? null,
    workNo: workNo ?? null,
    departName: depart?.name ?? null,
    departId: depart?.id ?? null,
    phone: phone ?? null,
    telephone: telephone ?? null,
    email: email ?? null,
    post: post ?? null,
    post_dictText: row.post_dictText ?? null,
    sex: sex ?? null,
    avatar: avatar ?? null,
  };
}
