import type { DataDocument, ScreenDocument } from "../schema/types.gen.ts";
import { deriveMenuRows, type FindModel, type MenuRow, permissionPrefixOf } from "./derive-menu-rows.ts";

type Access = NonNullable<ScreenDocument["access"]>[string];

/** A data rule that `see` makes; names are those of the model `system/data-rule`. */
export interface AccessRule {
  readonly ruleName: string;
  readonly ruleColumn: string;
  readonly ruleConditions: string;
  readonly ruleValue: string;
}

/** What one role gets of a page. */
export interface RoleAccess {
  readonly roleCode: string;
  readonly rule: AccessRule | undefined;
  /** Rows of the menu: the page first, then its buttons; none where `see` could not narrow them. */
  readonly rows: readonly MenuRow[];
  /** Data rules go by the model's permission prefix: a page with another one shows every row, whatever `see` says. */
  readonly cannotNarrow: boolean;
  /** Entries of `do` that name no button of the page. */
  readonly unknown: readonly { readonly name: string; readonly index: number }[];
}

const scopes: Readonly<Record<string, AccessRule>> = {
  own: { ruleName: "自己建的", ruleColumn: "createBy", ruleConditions: "=", ruleValue: "#{sys_user_code}" },
  depart: { ruleName: "本部门的", ruleColumn: "sysOrgCode", ruleConditions: "=", ruleValue: "#{sys_org_code}" },
  departs: {
    ruleName: "本部门及下级的",
    ruleColumn: "sysOrgCode",
    ruleConditions: "RIGHT_LIKE",
    ruleValue: "#{sys_org_code}",
  },
};

/** What the roles of a screen's `access` get. Empty without a menu: then there is nothing to grant. */
export function deriveAccess(id: string, screen: ScreenDocument, findModel: FindModel): readonly RoleAccess[] {
  const [page, ...buttons] = deriveMenuRows(id, screen, findModel);
  if (!page) return [];
  const model = screen.model === undefined ? undefined : findModel(screen.model);
  const prefix = permissionPrefixOf(id, screen, model);
  return Object.entries(screen.access ?? {}).map(([roleCode, access]) => {
    const asked = (access.do ?? []).map((name, index) => ({
      name,
      index,
      rows: name === "*" ? buttons : buttons.filter(({ perms }) => perms === name || perms === `${prefix}:${name}`),
    }));
    const rule = ruleOf(access);
    const cannotNarrow = rule !== undefined && page.perms !== `${model?.permissionPrefix}:list`;
    return {
      roleCode,
      rule,
      rows: cannotNarrow ? [] : [page, ...new Set(asked.flatMap(({ rows }) => rows))],
      cannotNarrow,
      unknown: asked.filter(({ name, rows }) => rows.length === 0 && name !== "*"),
    };
  });
}

/** The words that `do` may name on a page: its buttons' codes without the page's prefix. */
export function accessWords(id: string, screen: ScreenDocument, findModel: FindModel): readonly string[] {
  const [, ...buttons] = deriveMenuRows(id, screen, findModel);
  const model = screen.model === undefined ? undefined : findModel(screen.model);
  const prefix = `${permissionPrefixOf(id, screen, model)}:`;
  return buttons.map(({ perms }) => (perms.startsWith(prefix) ? perms.slice(prefix.length) : perms));
}

function ruleOf({ see }: Access): AccessRule | undefined {
  if (typeof see === "string" || see === undefined) return scopes[see ?? "all"];
  return { ruleName: see.title, ruleColumn: see.field, ruleConditions: see.op, ruleValue: see.value };
}

const ruleReference = (permissionId: string, { ruleName }: AccessRule) => ({
  ref: "system/data-rule",
  key: { permissionId, ruleName },
});

/**
 * The same as documents of shipped rows, so that it is kept like them: what an administrator changed or took away since
 * stays theirs.
 *
 * @returns by id; the rules come before the grants that name them
 */
export function accessDocuments(
  id: string,
  screen: ScreenDocument,
  findModel: FindModel,
): ReadonlyMap<string, DataDocument> {
  const roles = deriveAccess(id, screen, findModel);
  if (roles.length === 0) return new Map();
  const rules = new Map(
    roles.flatMap(({ rule, rows: [page] }) =>
      rule && page ? [[rule.ruleName, { permissionId: page.id, ...rule }]] : [],
    ),
  );
  const grants = roles.flatMap(({ roleCode, rule, rows }) =>
    rows.map((row, index) => ({
      roleId: { ref: "system/role", key: { roleCode } },
      permissionId: { ref: "system/permission", key: { id: row.id } },
      // Stated without a rule too, so that one that is no longer said goes.
      ...(index === 0 ? { dataRuleIds: rule ? ruleReference(row.id, rule) : null } : {}),
    })),
  );
  const document = (model: string, key: string[], rows: unknown[]) =>
    ({ schemaVersion: 1, model, key, rows }) as unknown as DataDocument;
  return new Map([
    [`access/${id}#rules`, document("system/data-rule", ["permissionId", "ruleName"], [...rules.values()])],
    [`access/${id}#grants`, document("system/role-permission", ["roleId", "permissionId"], grants)],
  ]);
}
