import { uploadUses } from "../upload-limits.ts";
import { described, flag, oneOf, ref, text } from "./build.ts";

/** Only the uses that the server knows: any other name is found when the document is checked, not when a file is lost. */
export const biz = described(oneOf(...uploadUses), "用途，也是存放的目录；缺省 temp");

/** Where a control's files go; the console's own uploads need none of it. */
export const uploadTarget = {
  biz,
  action: described(ref("url"), "接收文件的接口；缺省 /sys/common/upload"),
  responseName: described(text, "回应中文件路径的键；缺省 message"),
  token: described(flag, "带上登录令牌；缺省带"),
};
