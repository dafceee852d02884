import { sql, type Transaction } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import { authChannel } from "../auth/authentication.ts";
import type { Caller } from "../auth/caller.ts";
import { guideId } from "../auth/first-guide.ts";
import { adminRoleCode } from "../auth/grants.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import { settingsId } from "../config/settings/site-settings.ts";
import type { RouteModule, ServerContext } from "../context.ts";
import { clearDemo, countDemo, rootCodes } from "../data/clear-demo.ts";
import { insertRows } from "../data/write-rows.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import type { Tables } from "../db/database.ts";
import { ok } from "../http/envelope.ts";
import { refuse } from "../http/refusal.ts";
import type { ModelHooks } from "../models/hooks.ts";
import { readRow } from "../models/row-codec.ts";

const guideModel = "system/first-guide";
/** Clearing a large demonstration and writing the first rows. */
const deadlineMs = 120_000;

interface Step {
  readonly trx: Transaction<Tables>;
  readonly caller: Caller;
  readonly guide: Row;
}

/** The end of the guide: what it asked is done in one transaction, or it is put aside. */
export const routes: RouteModule = (api, context) => {
  const { db, caches, engine } = context;
  const edit = { config: { permission: "system:firstGuide:edit", platform: true } };

  const close = async (caller: Caller, status: string, work: (step: Step) => Promise<void>): Promise<void> => {
    await db.transaction(
      async (trx) => {
        const guide = await lockGuide(trx);
        await work({ trx, caller, guide });
        await sql`update sys_first_guide set status = ${status}, version = version + 1,
          update_by = ${caller.username}, update_time = ${context.clock()} where id = ${guideId}`.execute(trx);
        notifyOnCommit(trx, authChannel);
      },
      { deadlineMs },
    );
    await caches.clear();
  };

  api.put("/sys/firstGuide/finish", edit, async (request) => {
    const caller = callerOf(request);
    let isCleared = false;
    await close(caller, "1", async (step) => {
      if (!step.guide.companyName) throw refuse("请先填写公司名称");
      isCleared = step.guide.hasDemo === true && step.guide.company === "blank";
      if (step.guide.company !== "demo") await beginBlank(context, step, isCleared);
      const { companyName: productName, logo } = step.guide;
      const values = { id: settingsId, productName, ...(logo ? { logo } : {}) };
      await engine.edit("system/setting", values, caller, { trx: step.trx });
    });
    const text = isCleared ? "完成引导，清空示例公司" : "完成引导";
    await writeOperationLog(db.kysely, request, caller, text, 3);
    return ok(null, "设置完成！");
  });

  api.put("/sys/firstGuide/skip", edit, async (request) => {
    const caller = callerOf(request);
    await close(caller, "2", async () => {});
    await writeOperationLog(db.kysely, request, caller, "跳过引导", 3);
    return ok(null, "已跳过！");
  });

  /** The open guide, kept from a second administrator until the commit. */
  async function lockGuide(trx: Transaction<Tables>): Promise<Row> {
    const model = engine.models.get(guideModel);
    const { rows } = await sql<Row>`select * from sys_first_guide where id = ${guideId} for update`.execute(trx);
    const guide = model && rows[0] ? readRow(model, rows[0]) : undefined;
    if (guide?.status !== "0") throw refuse(closedText);
    return guide;
  }
};

const closedText = "引导已经结束";

/** A company without the demonstration: its root, the first department below it and the first role. */
async function beginBlank(context: ServerContext, { trx, caller, guide }: Step, isCleared: boolean): Promise<void> {
  const { engine, documents } = context;
  const parts = { models: engine.models, data: documents.current.data };
  if (isCleared) await clearDemo(trx, parts, caller.userId);
  const join = { trx };
  const { rows } = await sql<{ id: string }>`
    select id from sys_depart where org_code = any(${sql.val(rootCodes(parts))}::text[]) limit 1`.execute(trx);
  const company = { departName: guide.companyName, departNameAbbr: null };
  let rootId = rows[0]?.id;
  if (rootId !== undefined) await engine.edit("system/depart", { id: rootId, ...company }, caller, join);
  else {
    rootId = String((await engine.add("system/depart", { ...company, orgCategory: "1" }, caller, join)).id);
    await engine.add("system/user-depart", { userId: caller.userId, depId: rootId }, caller, join);
  }
  const department = { departName: guide.departName, parentId: rootId, orgCategory: "2" };
  await engine.add("system/depart", department, caller, join);
  if (guide.roleName) await addRole(context, { trx, caller, guide });
}

/** The role with all that the one it follows may do. */
async function addRole({ engine, newId, clock }: ServerContext, { trx, caller, guide }: Step): Promise<void> {
  const { rows: followed } = await sql`
    select 1 from sys_role where id = ${guide.roleOf} and role_code = ${adminRoleCode}`.execute(trx);
  // An administrator's rights stand in no row, so there is nothing to follow.
  if (followed.length > 0) throw refuse("不能照管理员授权，请选其他角色");
  const made = { roleCode: `role${newId().slice(-6)}`, roleName: guide.roleName };
  const role = await engine.add("system/role", made, caller, { trx });
  const model = engine.models.get("system/role-permission");
  if (!model) return;
  const { rows } = await sql<Row>`
    select * from sys_role_permission where role_id = ${guide.roleOf}`.execute(trx);
  const by = { createBy: caller.username, createTime: clock(), updateBy: null, updateTime: null, version: 1 };
  const links = rows.map((row) => ({ ...readRow(model, row), ...by, id: newId(), roleId: role.id }));
  await insertRows(trx, model, links);
}

export const hooks: Readonly<Record<string, ModelHooks>> = {
  [guideModel]: {
    beforeSave(draft, { before }) {
      if (before === undefined || draft.id !== guideId) throw refuse("引导只有一份，不能新增");
      if (before.status !== "0") throw refuse(closedText);
    },
    beforeDelete() {
      throw refuse("引导不能删除");
    },
    async afterRead(rows, { database }) {
      const demoRows = await countDemo(database);
      for (const row of rows) row.demoRows = row.hasDemo ? demoRows : 0;
    },
  },
};
