import { inLanguage } from "../language/language.ts";

/** Row columns that every model has; returned by list and queryById, never written by a client. */
export const chineseSystemFields = {
  id: "编号",
  version: "版本",
  createBy: "创建人",
  createTime: "创建时间",
  updateBy: "修改人",
  updateTime: "修改时间",
  sysOrgCode: "所属部门",
  tenantId: "租户",
};

export type SystemField = keyof typeof chineseSystemFields;

export const systemFieldTitles = inLanguage("systemFields", chineseSystemFields);
