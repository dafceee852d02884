import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";

/** Root `user` of expressions that the server runs: the same keys as in the browser. */
export function expressionUser(caller: Caller): Row {
  return {
    id: caller.userId,
    username: caller.username,
    realname: caller.realname,
    orgCode: caller.orgCode,
    orgCodes: [...caller.orgCodes],
    tenantId: caller.tenantId,
    roles: [...caller.roles],
  };
}
