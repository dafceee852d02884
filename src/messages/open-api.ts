import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of the page that lists and tries the calls of the API. */
export const chineseOpenApi = {
  table: "选择表",
  download: "下载 OpenAPI 文件",
  as: "调用身份",
  session: "当前登录",
  key: "接口密钥",
  keyPlaceholder: "ak_ 开头的密钥，只留在本页",
  method: "方法",
  path: "路径",
  summary: "说明",
  parameters: "参数",
  body: "请求体（JSON）",
  badJson: "请求体不是正确的 JSON",
  keyNeeded: "请填写接口密钥",
  send: "发送",
  try: "试一试",
  writes: "这个调用会修改数据，确定发送吗？",
  status: (status: number, ms: number) => `状态 ${status}，用时 ${ms} 毫秒`,
  failed: "没有收到应答，请检查网络后再试",
  errorTitle: "没有读到接口文档",
  retry: "重试",
  none: "没有可以调用的接口",
  noneText: "没有任何表的权限，请联系管理员授权。",
};

export const openApiMessages = inLanguage("openApi", chineseOpenApi);
