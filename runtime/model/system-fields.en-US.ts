import type { Texts } from "../language/language.ts";
import type { chineseSystemFields } from "./system-fields.ts";

export const englishSystemFields: Texts<typeof chineseSystemFields> = {
  id: "ID",
  version: "Version",
  createBy: "Created by",
  createTime: "Created",
  updateBy: "Changed by",
  updateTime: "Changed",
  sysOrgCode: "Department",
  tenantId: "Tenant",
};
