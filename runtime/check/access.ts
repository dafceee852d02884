import { accessWords, deriveAccess } from "../menu/derive-access.ts";
import { faultWords, ruleFault } from "../permission/rule-faults.ts";
import { quoted } from "../schema/messages.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import { type Report, unknownName, unknownTarget } from "./report.ts";
import type { World } from "./world.ts";

/** What a screen grants beside itself: roles, buttons and rules that exist, and nothing that rows ship too. */
export function checkAccess(id: string, screen: ScreenDocument, world: World, report: Report): void {
  if (screen.access === undefined) return;
  if (!screen.menu) {
    report({ code: "LC2018", message: "页面没有 menu，不能授予任何角色", path: ["access"], atKey: true });
    return;
  }
  const roles = world.rows.get("system/role")?.map((row) => String(row.roleCode));
  const model = screen.model === undefined ? undefined : world.models.get(screen.model);
  const words = accessWords(id, screen, world.findModel);
  for (const { roleCode, rule, rows, unknown, cannotNarrow } of deriveAccess(id, screen, world.findModel)) {
    const path = ["access", roleCode];
    if (cannotNarrow) {
      const message = "数据规则不会起作用：打开页面的权限不是模型的（permissionPrefix 不同，或 everyone）";
      report({ code: "LC2022", message, path: [...path, "see"] });
    }
    if (roles && !roles.includes(roleCode)) {
      report({ ...unknownTarget("LC2008", "没有角色", roleCode, roles), path, atKey: true });
    }
    for (const { name, index } of unknown) {
      report({ ...unknownName("LC2007", "这个页面没有按钮", name, [...words, "*"]), path: [...path, "do", index] });
    }
    const { ruleColumn: column = "", ruleConditions: condition = "", ruleValue: value = "" } = rule ?? {};
    const fault = rule && model && ruleFault(model, { column, condition, value });
    if (fault) {
      const place = { column: "field", condition: "op", variable: "value", value: "value", sql: "op" }[fault.kind];
      const at = typeof screen.access[roleCode]?.see === "string" ? ["see"] : ["see", place];
      const suggestion = "nearest" in fault ? fault.nearest : undefined;
      report({ code: "LC2022", message: faultWords(model, fault), path: [...path, ...at], suggestion });
    }
    const shipped = world.rows.get("system/role-permission") ?? [];
    const isTwice = shipped.some(
      (row) =>
        keyOf(row.roleId, "roleCode") === roleCode &&
        rows.some(({ id: own, perms }) => [own, perms].includes(keyOf(row.permissionId, "id", "perms"))),
    );
    if (isTwice) {
      report({ code: "LC2002", message: `角色 ${quoted(roleCode)} 的授权也写在数据文档里`, path, atKey: true });
    }
  }
}

/** What a reference of a shipped row names. */
function keyOf(value: unknown, ...names: readonly string[]): string {
  const key = (value as { readonly key?: Readonly<Record<string, unknown>> } | undefined)?.key ?? {};
  return String(names.map((name) => key[name]).find((part) => part !== undefined) ?? value);
}
