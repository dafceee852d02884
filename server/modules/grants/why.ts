import { sql } from "kysely";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { decideAction, decideButton } from "../../../runtime/permission/action.ts";
import { fieldAccess } from "../../../runtime/permission/field-access.ts";
import { rowCondition } from "../../../runtime/permission/row-rules.ts";
import { faultText, ruleFault } from "../../../runtime/permission/rule-faults.ts";
import type { Condition } from "../../../runtime/query/condition.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Queryable } from "../../db/database.ts";
import { toSql } from "../../models/query/to-sql.ts";
import { tenantCondition } from "../../models/row-tenants.ts";
import { deletedField } from "../../models/visible-rows.ts";
import { loadRuleTexts } from "./rule-words.ts";

/** One rule of a chain: what was asked, with which values, and what it said. */
export interface WhyStep {
  readonly rule: string;
  readonly value: string;
  readonly passes: boolean;
}

export interface Why {
  readonly allowed: boolean;
  readonly steps: readonly WhyStep[];
}

/**
 * Why a user may or may not use a button or call: their roles, the switch of its row, and every grant that names it.
 */
export async function whyButton(db: Queryable, caller: Caller, code: string): Promise<Why> {
  const { rows } = await sql<{ id: string; name: string; status: string | null }>`
    select id, name, status from sys_permission
    where ${code} = any(string_to_array(replace(coalesce(perms, ''), ' ', ''), ',')) and coalesce(del_flag, 0) = 0`.execute(
    db,
  );
  const existing = new Set(rows.length > 0 ? [code] : []);
  const isOn = rows.some((row) => row.status !== "0");
  const grants = await grantsOf(
    db,
    caller.userId,
    rows.map((row) => row.id),
  );
  const steps: WhyStep[] = [
    roleStep(caller),
    {
      rule: "授权标识已登记",
      value: rows.length > 0 ? `${code}：${rows.map((row) => row.name).join("、")}` : `${code}：没有这个菜单或按钮`,
      passes: rows.length > 0,
    },
    { rule: "授权标识已启用", value: rows.length === 0 ? "—" : isOn ? "有效" : "无效，不受控制", passes: isOn },
    {
      rule: "授权来自",
      value: grants.length > 0 ? grants.join("、") : "没有任何角色授予",
      passes: grants.length > 0,
    },
  ];
  const shows = decideButton(caller, existing, code).allowed;
  const may = decideAction(caller, code).allowed;
  if (shows !== may) steps.push({ rule: "界面与服务器", value: "按钮显示，但服务器仍要求授权", passes: false });
  return { allowed: may, steps };
}

/** Why a user sees, changes or reads masked one field. */
export function whyField(model: ResolvedModel, name: string, caller: Caller): Why | undefined {
  const field = model.fields.get(name);
  if (!field) return undefined;
  const access = fieldAccess(model, field, caller);
  const asked = (word: string, code: string | undefined): WhyStep[] =>
    code === undefined ? [] : [{ rule: word, value: code, passes: caller.isAdmin || caller.permissions.has(code) }];
  const rowCode = (action: string) => {
    const code = `${model.permissionPrefix}:${action}:${name}`;
    return caller.controlled.has(code) ? code : undefined;
  };
  const list = decideAction(caller, `${model.permissionPrefix}:list`).allowed;
  return {
    allowed: list && access.visible,
    steps: [
      roleStep(caller),
      { rule: "可以查看这类数据", value: `${model.permissionPrefix}:list`, passes: list },
      ...asked("查看此字段需要", field.permission.see),
      ...asked("查看此字段需要", rowCode("see")),
      { rule: "可以看到", value: access.visible ? "是" : "否", passes: access.visible },
      ...asked("看到完整内容需要", field.permission.plain),
      { rule: "内容", value: access.mask ? "打码" : "完整", passes: !access.mask },
      ...asked("修改此字段需要", field.permission.edit),
      ...asked("修改此字段需要", rowCode("edit")),
      { rule: "可以修改", value: access.writable ? "是" : writeReason(access.reasons), passes: access.writable },
    ],
  };
}

function writeReason(reasons: readonly { readonly kind: string }[]): string {
  return reasons.some((reason) => reason.kind === "document") ? "否：由系统填写" : "否";
}

/** Why a user finds or does not find one row: each condition that lists put on them, tried on this very row. */
export async function whyRow(
  db: Queryable,
  model: ResolvedModel,
  id: string,
  caller: Caller,
  asker: Caller,
  now: string,
): Promise<Why> {
  const list = decideAction(caller, `${model.permissionPrefix}:list`).allowed;
  const passes = (condition: Condition) => matches(db, model, id, condition);
  // A row of another tenant is not there for who asks.
  const exists = await passes(tenantCondition(model, asker));
  const steps: WhyStep[] = [
    roleStep(caller),
    { rule: "可以查看这类数据", value: `${model.permissionPrefix}:list`, passes: list },
    { rule: "数据存在", value: id, passes: exists },
  ];
  if (model.scope.tenant.kind !== "platform") {
    const own = await passes(tenantCondition(model, caller));
    steps.push({ rule: "属于用户的租户", value: String(caller.tenantId), passes: own });
  }
  if (model.fields.has(deletedField)) {
    const live = await passes({ kind: "compare", field: deletedField, op: "eq", value: "0" });
    steps.push({ rule: "不在回收站", value: live ? "正常" : "已删除", passes: live });
  }
  const rules = caller.isAdmin ? [] : (caller.dataRules.get(model.permissionPrefix) ?? []);
  const texts = await loadRuleTexts(db);
  for (const rule of rules) {
    const isShadowed = rules.findLast((other) => other.column === rule.column) !== rule;
    const condition = rowCondition(model, [rule], { ...caller, now });
    const fault = ruleFault(model, rule);
    const title = model.fields.get(rule.column)?.title ?? rule.column;
    steps.push({
      rule: `数据规则：${title} ${texts.conditionText(rule.condition)} ${texts.valueText(rule.value)}${isShadowed ? "（被同一字段的另一条规则代替）" : ""}`,
      value: fault ? `${faultText(model, fault)}，谁也看不到` : wordsOf(texts.conditionText(rule.condition), condition),
      passes: isShadowed || (await passes(condition)),
    });
  }
  if (rules.length === 0) steps.push({ rule: "数据规则", value: "没有", passes: true });
  return { allowed: steps.slice(1).every((step) => step.passes), steps };
}

async function matches(db: Queryable, model: ResolvedModel, id: string, condition: Condition): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(model.table)}
    where ${sql.ref(`${model.table}.id`)} = ${id} and ${toSql(condition, { model })}`.execute(db);
  return rows.length > 0;
}

/** The rule with its variables filled in. */
function wordsOf(operator: string, condition: Condition): string {
  switch (condition.kind) {
    case "never":
      return "变量为空或规则有误，谁也看不到";
    case "compare":
      return `${operator} ${String(condition.value)}`;
    case "in":
      return `${operator} ${condition.values.map(String).join("、")}`;
    case "text":
      return `${operator} ${condition.text}`;
    default:
      return "不起作用";
  }
}

function roleStep(caller: Caller): WhyStep {
  const names = caller.roles.length > 0 ? caller.roles.join("、") : "没有角色";
  return { rule: caller.isAdmin ? "管理员，拥有全部权限" : "角色", value: names, passes: true };
}

/** Roles and department roles through which a user holds any of the rows, in words. */
async function grantsOf(db: Queryable, userId: string, permissionIds: readonly string[]): Promise<string[]> {
  if (permissionIds.length === 0) return [];
  const ids = sql.val([...permissionIds]);
  const { rows } = await sql<{ name: string }>`
    select distinct '角色 ' || role.role_name as name from sys_role_permission link
      join sys_role role on role.id = link.role_id
      join sys_user_role member on member.role_id = role.id
      where member.user_id = ${userId} and link.permission_id = any(${ids}::text[])
    union
    select distinct '部门角色 ' || depart.depart_name || ' / ' || role.role_name from sys_depart_role_permission link
      join sys_depart_role role on role.id = link.role_id
      join sys_depart depart on depart.id = role.depart_id
      join sys_depart_role_user member on member.drole_id = role.id
      where member.user_id = ${userId} and link.permission_id = any(${ids}::text[])
        and coalesce(depart.del_flag, 0) = 0
    order by 1`.execute(db);
  return rows.map((row) => row.name);
}
