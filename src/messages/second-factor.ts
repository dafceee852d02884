import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of two-step verification: the code at sign-in, and its part of the personal centre. */
export const chineseSecondFactor = {
  title: "两步验证",
  askText: "请打开手机上的验证器应用，输入 6 位动态码。手机不在身边时，可以输入恢复码。",
  code: "动态码或恢复码",
  codeRequired: "请输入动态码或恢复码",
  verify: "验证",
  verifying: "正在验证…",
  cancel: "取消",
  off: "未开启。开启后，登录时除密码外还要输入手机上的动态码",
  on: (since: string, left: number) => `${since} 开启，还有 ${left} 个恢复码可用`,
  loading: "正在读取…",
  failed: "没有读到两步验证的状态",
  retry: "重试",
  turnOn: "开启",
  manage: "管理",
  turnOnTitle: "开启两步验证",
  manageTitle: "管理两步验证",
  password: "登录密码",
  passwordText: "请先输入登录密码，确认是您本人在操作。",
  passwordRequired: "请输入登录密码",
  next: "下一步",
  scanText: "用验证器应用（例如 Microsoft Authenticator、FreeOTP）扫描二维码，再输入应用显示的 6 位动态码。",
  qrCode: "添加到验证器应用的二维码",
  secretText: "不能扫描时，在应用中手动输入密钥：",
  totp: "6 位动态码",
  totpWrong: "请输入 6 位数字的动态码",
  codesTitle: "请保存恢复码",
  codesText: "每个恢复码只能使用一次，手机丢失时用它登录。它们只显示这一次，请复制后保存在安全的地方。",
  codesSaved: "我已保存",
  manageText: "下面的操作要输入当前的动态码或一个恢复码。",
  renew: "重新生成恢复码",
  turnOff: "关闭两步验证",
  isOff: "两步验证已关闭",
};

export const secondFactorMessages = inLanguage("secondFactor", chineseSecondFactor);
