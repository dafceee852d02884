import { translateDocument } from "../../../runtime/language/document-texts.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { GrantNode } from "./grant-set.ts";

export type GrantKind = "role" | "depart" | "departRole";

export interface GrantOwner {
  readonly kind: GrantKind;
  readonly id: string;
  /** Only for a department role. */
  readonly departId: string;
}

export interface DataRule {
  readonly id: string;
  readonly ruleName: string;
  readonly ruleColumn: string;
  readonly ruleConditions: string;
  readonly ruleValue: string;
  /** What is wrong with the rule; it leaves no row then. */
  readonly fault: string | null;
}

const calls = {
  role: {
    key: "roleId",
    tree: "/sys/role/queryTreeList",
    read: "/sys/permission/queryRolePermission",
    save: "/sys/permission/saveRolePermission",
    rules: "/sys/role/datarule",
  },
  depart: {
    key: "departId",
    tree: "/sys/role/queryTreeList",
    read: "/sys/permission/queryDepartPermission",
    save: "/sys/permission/saveDepartPermission",
    rules: "/sys/sysDepartPermission/datarule",
  },
  departRole: {
    key: "roleId",
    tree: "/sys/sysDepartPermission/queryTreeListForDeptRole",
    read: "/sys/sysDepartPermission/queryDeptRolePermission",
    save: "/sys/sysDepartPermission/saveDeptRolePermission",
    rules: "/sys/sysDepartRole/datarule",
  },
} as const;

/** The tree and what of it is granted, read side by side. */
export async function loadGrants(services: ConsoleServices, owner: GrantOwner, signal: AbortSignal) {
  const { key, tree, read } = calls[owner.kind];
  const [answer, granted] = await Promise.all([
    services.request<{ readonly treeList: readonly GrantNode[] }>({
      method: "GET",
      url: tree,
      params: owner.kind === "departRole" ? { departId: owner.departId } : {},
      signal,
    }),
    services.request<readonly string[]>({ method: "GET", url: read, params: { [key]: owner.id }, signal }),
  ]);
  return { nodes: translateDocument(answer.treeList), granted: new Set(granted) };
}

/** Both lists go along: what somebody else gave or took since the page was opened stays. */
export async function saveGrants(
  services: ConsoleServices,
  owner: GrantOwner,
  granted: ReadonlySet<string>,
  last: ReadonlySet<string>,
): Promise<void> {
  const { key, save } = calls[owner.kind];
  const data = { [key]: owner.id, permissionIds: [...granted].join(","), lastpermissionIds: [...last].join(",") };
  await services.request({ method: "POST", url: save, data });
}

export async function loadRules(services: ConsoleServices, owner: GrantOwner, permissionId: string) {
  const { rules } = calls[owner.kind];
  const depart = owner.kind === "departRole" ? `/${encodeURIComponent(owner.departId)}` : "";
  const url = `${rules}/${encodeURIComponent(permissionId)}${depart}/${encodeURIComponent(owner.id)}`;
  const answer = await services.request<{ readonly datarule: readonly DataRule[]; readonly drChecked: string }>({
    method: "GET",
    url,
  });
  return { rules: answer.datarule, checked: new Set(answer.drChecked.split(",").filter(Boolean)) };
}

export async function saveRules(
  services: ConsoleServices,
  owner: GrantOwner,
  permissionId: string,
  ruleIds: Iterable<string>,
): Promise<void> {
  const { key, rules } = calls[owner.kind];
  const data = { permissionId, [key]: owner.id, dataRuleIds: [...ruleIds].join(",") };
  await services.request({ method: "POST", url: rules, data });
}
