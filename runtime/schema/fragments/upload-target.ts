import { described, flag, ref, text } from "./build.ts";

/** A name among the rows of `system/upload-kind`: one that is not there is found when the document is checked. */
export const biz = described(ref("uploadUse"), "上传用途，也是存放的目录；缺省 temp");

/** Where a control's files go; the console's own uploads need none of it. */
export const uploadTarget = {
  biz,
  action: described(ref("url"), "接收文件的接口；缺省 /sys/common/upload"),
  responseName: described(text, "回应中文件路径的键；缺省 message"),
  token: described(flag, "带上登录令牌；缺省带"),
};
