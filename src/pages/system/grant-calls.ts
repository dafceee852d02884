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
  readonly permissionId: string;
  readonly ruleName: string;
  /** Field, operator and value in words. */
  readonly columnText: string;
  readonly conditionText: string;
  readonly valueText: string;
  readonly status: string;
  /** What is wrong with the rule; it leaves no row then. */
  readonly fault: string | null;
}

/** All that a grant consists of, as it is stored. */
export interface GrantSheet {
  readonly granted: ReadonlySet<string>;
  /** By menu. */
  readonly rules: ReadonlyMap<string, readonly DataRule[]>;
  readonly checked: ReadonlyMap<string, ReadonlySet<string>>;
  /** Rules that narrow whoever gives, by menu. */
  readonly held: ReadonlyMap<string, ReadonlySet<string>>;
  /** Rules of the department of a department role, which narrow it as well, by menu. */
  readonly ofDepart: ReadonlyMap<string, ReadonlySet<string>>;
  /** Id of a menu; empty for the usual home page. */
  readonly home: string;
}

type ListsByMenu = Readonly<Record<string, readonly string[]>>;

interface WireRules {
  readonly datarule: readonly DataRule[];
  readonly checked: ListsByMenu;
  readonly held: ListsByMenu;
  readonly ofDepart: ListsByMenu;
  readonly homePage: string | null;
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

/** The tree, what of it is granted and the data rules, read side by side. */
export async function loadGrants(services: ConsoleServices, owner: GrantOwner, signal: AbortSignal) {
  const { key, tree, read, rules } = calls[owner.kind];
  const get = <Result>(url: string, params: Readonly<Record<string, string>>) =>
    services.request<Result>({ method: "GET", url, params, signal });
  const [answer, granted, ruled] = await Promise.all([
    get<{ readonly treeList: readonly GrantNode[] }>(
      tree,
      owner.kind === "departRole" ? { departId: owner.departId } : {},
    ),
    get<readonly string[]>(read, { [key]: owner.id }),
    get<WireRules>(rules, { [key]: owner.id }),
  ]);
  return { nodes: translateDocument(answer.treeList), sheet: sheetOf(granted, ruled) };
}

function sheetOf(granted: readonly string[], wire: WireRules): GrantSheet {
  const rules = new Map<string, DataRule[]>();
  for (const rule of translateDocument(wire.datarule)) {
    rules.set(rule.permissionId, [...(rules.get(rule.permissionId) ?? []), rule]);
  }
  const byMenu = (lists: ListsByMenu) => new Map(Object.entries(lists).map(([id, ids]) => [id, new Set(ids)]));
  return {
    granted: new Set(granted),
    rules,
    checked: byMenu(wire.checked),
    held: byMenu(wire.held),
    ofDepart: byMenu(wire.ofDepart),
    home: wire.homePage ?? "",
  };
}

export async function saveGrants(
  services: ConsoleServices,
  owner: GrantOwner,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { key, save } = calls[owner.kind];
  await services.request({ method: "POST", url: save, data: { [key]: owner.id, ...body } });
}
