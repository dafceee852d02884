import type { FastifyRequest } from "fastify";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import { findUser } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import { refuse, refuseField } from "../http/refusal.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import type { HookContext, ModelHooks } from "../models/hooks.ts";
import { refuseActing } from "./users/may-act-on.ts";

const model = "system/user-agent";

/**
 * Stand-ins (contract 02 §2.1): who acts for whom, for workflow systems to look up. Everybody writes their own; those of
 * others are for who holds the model's permissions. Nobody gains a right by one: the server never reads them.
 */
export const routes: RouteModule = (api, { engine }) => {
  // A wrong name is told from a right one, as by checkOnlyUser.
  const own = { config: { permission: "session", rateLimit: { max: 30, timeWindow: "1 minute" } } };

  api.get<{ Querystring: { userName?: string } }>("/sys/sysUserAgent/queryByUserName", own, async (request) => {
    const caller = callerOf(request);
    const userName = request.query.userName || caller.username;
    if (userName !== caller.username) requireRight(caller, "list");
    const { records } = await engine.list(model, { userName, pageSize: "1" }, caller);
    const [found] = records;
    // Recorded clients begin a new one when the answer is no success.
    if (!found) throw refuse("没有设置代理人");
    return ok(found);
  });

  api.post("/sys/sysUserAgent/add", own, async (request) => {
    const caller = callerOf(request);
    const row = { userName: caller.username, ...readRowBody(request.body) };
    if (row.userName !== caller.username) requireRight(caller, "add");
    return ok(await engine.add(model, row, caller, { idempotencyKey: idempotencyKeyOf(request) }), "添加成功！");
  });

  const edit = async (request: FastifyRequest) => {
    const caller = callerOf(request);
    const row = readRowBody(request.body);
    await requireOwn(row.id, caller, "edit");
    return ok(await engine.edit(model, row, caller, { idempotencyKey: idempotencyKeyOf(request) }), "编辑成功!");
  };
  api.put("/sys/sysUserAgent/edit", own, edit);
  api.post("/sys/sysUserAgent/edit", own, edit);

  api.delete<{ Querystring: { id?: string } }>("/sys/sysUserAgent/delete", own, async (request) => {
    const caller = callerOf(request);
    const row = await requireOwn(request.query.id, caller, "delete");
    await engine.remove(model, [String(row.id)], caller);
    return ok(null, "删除成功!");
  });

  /** One of somebody else is not there for who may not write it: an id tells nothing. */
  async function requireOwn(id: unknown, caller: Caller, action: string): Promise<Row> {
    const row = await engine.queryById(model, readId(id), caller);
    if (row.userName !== caller.username && !holds(caller, action)) throw new AppError("ROW_NOT_FOUND");
    return row;
  }
};

const holds = (caller: Caller, action: string) => decideAction(caller, `system:user-agent:${action}`).allowed;

function requireRight(caller: Caller, action: string): void {
  if (!holds(caller, action)) throw new AppError("FORBIDDEN");
}

/** A workflow would give the stand-in what is the person's: only who may act on them chooses for them. */
async function refuseOthers(userNames: readonly unknown[], { trx, caller }: HookContext): Promise<void> {
  const people = await Promise.all(userNames.map((username) => findUser(trx, { username: String(username) })));
  await refuseActing(
    trx,
    caller,
    people.flatMap((person) => person?.id ?? []),
  );
}

const agentHooks: ModelHooks = {
  async beforeSave(draft, context) {
    const { before } = context;
    if (before && draft.userName !== before.userName) throw refuseField("userName", "不能改为其他人的代理设置");
    await refuseOthers([draft.userName], context);
  },
  beforeDelete: (rows, context) =>
    refuseOthers(
      rows.map((row) => row.userName),
      context,
    ),
};

export const hooks: Readonly<Record<string, ModelHooks>> = { [model]: agentHooks };
