import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of the personal centre. */
export const chineseAccount = {
  parts: {
    profile: "基本资料",
    security: "安全设置",
    sessions: "登录设备",
    signIns: "登录记录",
    identities: "账号绑定",
  },
  realname: "姓名",
  realnameRequired: "请输入姓名",
  sex: "性别",
  sexes: { none: "未填写", male: "男", female: "女" },
  birthday: "生日",
  birthdayHint: "请选择生日",
  birthdayWrong: "请选择 1900 年以后、今天以前的日期",
  email: "邮箱",
  telephone: "座机",
  avatar: "头像",
  changeAvatar: "更换头像",
  avatarSaved: "头像已更换",
  username: "账号",
  departments: "部门",
  roles: "角色",
  save: "保存",
  saving: "正在保存…",
  saved: "资料已保存",
  retry: "重试",
  password: "登录密码",
  passwordText: "修改后，其他设备上的登录全部退出",
  phone: "手机号",
  phoneNone: "尚未绑定手机号，忘记密码时无法自助找回",
  change: "修改",
  changePhone: "更换手机号",
  newPhone: "新手机号",
  phoneSaved: "手机号已更换",
  sameAsBefore: "与现在的手机号相同",
};

export const accountMessages = inLanguage("account", chineseAccount);
