import type { AffectedKind } from "./look.ts";

/** What reads a form's table, in a question before it changes. */
export const affectedWords: Readonly<Record<AffectedKind, string>> = {
  report: "报表",
  subscription: "报表订阅",
  statement: "按钮语句",
  form: "表单",
  page: "页面",
  dataRule: "数据规则",
  savedQuery: "保存的查询",
  menu: "菜单",
  webhook: "事件订阅",
};
