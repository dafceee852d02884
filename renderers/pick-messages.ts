import { inLanguage } from "../runtime/language/language.ts";

/** Texts of the pickers of people, departments and records, of divisions and of trees. */
export const chinesePicks = {
  depart: "选择部门",
  departHint: "请点击选择部门",
  searchDepart: "请输入部门名称",
  user: "选择用户",
  userHint: "请点击选择用户",
  searchUser: "请输入姓名或账号",
  userColumns: [
    { name: "realname", title: "姓名" },
    { name: "username", title: "账号" },
    { name: "sex", title: "性别" },
    { name: "orgCode", title: "部门" },
    { name: "birthday", title: "生日" },
    { name: "phone", title: "手机号码" },
    { name: "id", title: "用户编号" },
  ],
  userFilters: { account: "请输入账号", sex: "请选择性别", birthday: "请选择生日" },
  record: (title: string) => `${title}选择`,
  choose: "选择",
  chosen: "已选",
  none: "还没有选择",
  remove: "删除",
  removeOne: (text: string) => `删除 ${text}`,
  ok: "确认",
  misconfigured: "popup参数未正确配置!",
  miscounted: "popup参数未正确配置,原始值和目标值数量不一致!",
  chooseOne: "请选择一条记录",
  area: { levels: ["省份", "城市", "区县"], badType: "Bad type value", missing: "行政区划没有加载成功" },
  trees: { badCondition: "组件JTreeSelect-condition传值有误，需要一个json字符串!" },
} as const;

export const pickMessages = inLanguage("picks", chinesePicks);
