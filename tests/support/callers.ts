import type { Caller } from "../../server/auth/caller.ts";

/** Who may see everything. */
export const administrator: Caller = {
  sessionId: "session",
  userId: "1",
  username: "admin",
  realname: "管理员",
  orgCode: "A01",
  orgCodes: ["A01"],
  tenantId: 0,
  roles: ["admin"],
  isAdmin: true,
  permissions: new Set(),
  controlled: new Set(),
  dataRules: new Map(),
};

/** The administrator unless told otherwise. */
export function aCaller(values: Partial<Caller> = {}): Caller {
  return { ...administrator, ...values };
}

const departmentModels = ["test:shop", "test:order", "test:orderDetail", "test:refund"];

/** Someone of one department: rows of every department-scoped model are narrowed to it. */
export function aClerk(orgCode: string, values: Partial<Caller> = {}): Caller {
  const rule = { column: "sysOrgCode", condition: "=", value: "#{sys_org_code}" };
  return aCaller({
    userId: `clerk-${orgCode}`,
    username: `clerk-${orgCode}`,
    realname: "店员",
    orgCode,
    orgCodes: [orgCode],
    roles: ["clerk"],
    isAdmin: false,
    dataRules: new Map(departmentModels.map((prefix) => [prefix, [rule]])),
    ...values,
  });
}
