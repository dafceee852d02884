import type { FastifyRequest } from "fastify";
import { clientHeader, consoleName } from "../../runtime/wire/client-name.ts";
import { callerOf } from "../auth/access.ts";
import { loadGrants } from "../auth/grants.ts";
import type { RouteModule } from "../context.ts";
import { buildPermissionPayload, withFormerComponents } from "../documents/menu/menu-payload.ts";
import { loadPermissionRows } from "../documents/menu/permission-rows.ts";
import { ok } from "../http/envelope.ts";

const buttonType = 2;

/** `/online/cgformList/:code` is the address of any list of an online form. */
function isAddressOf(url: string, path: string): boolean {
  const [own, asked] = [url.split("/"), path.split("/")];
  if (url === "" || own.length !== asked.length) return false;
  return own.every((part, index) => part === asked[index] || (part.startsWith(":") && asked[index] !== ""));
}

/** Menu and permission codes of the caller (contract 01 §1.4). */
export const routes: RouteModule = (api, { db, dictionaries, engine }) => {
  const payloadOf = async (request: FastifyRequest) => {
    const caller = callerOf(request);
    const rows = await loadPermissionRows(db.kysely);
    const { permissionIds } = await loadGrants(db.kysely, caller.userId);
    const isOurs = request.headers[clientHeader.toLowerCase()] === consoleName;
    const payload = buildPermissionPayload(
      isOurs ? rows : withFormerComponents(rows, await formerComponents()),
      permissionIds,
    );
    return caller.isAdmin ? { ...payload, codeList: [...new Set([...payload.codeList, ...listCodes()])] } : payload;
  };
  /** Rows without a page of their own stand below others: no row of the menu names their code, the administrator has it. */
  const listCodes = () => [...engine.models.values()].map(({ permissionPrefix }) => `${permissionPrefix}:list`);
  /** Our pages that the console of the 2.4 era has under a name of its own; an item that is switched off is none. */
  const formerComponents = async () => {
    const options = (await dictionaries.options("former_component")) ?? [];
    return new Map(options.flatMap(({ value, text, disabled }) => (disabled ? [] : [[value, text] as const])));
  };

  api.get(
    "/sys/permission/getUserPermissionByToken",
    { config: { permission: "session", beforeReady: true } },
    async (request) => ok(await payloadOf(request)),
  );

  /** Whether an address is a page at all: one that a person may not open is refused, not missing. */
  api.get<{ Querystring: { path?: string } }>(
    "/lowcode/pages/exists",
    { config: { permission: "session" } },
    async (request) => {
      const path = request.query.path ?? "";
      const rows = await loadPermissionRows(db.kysely);
      return ok(rows.some((row) => row.menuType !== buttonType && isAddressOf(row.url, path)));
    },
  );

  api.get("/sys/permission/getPermCode", { config: { permission: "session" } }, async (request) => {
    const { codeList, auth, allAuth } = await payloadOf(request);
    return ok({ codeList, auth, allAuth, sysSafeMode: true });
  });
};
