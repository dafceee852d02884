import { defineAction } from "../../../runtime/registry/define.ts";
import { described, flag, object, text } from "../../../runtime/schema/fragments/build.ts";
import { biz } from "../../../runtime/schema/fragments/upload-target.ts";

export const uploadAction = defineAction({
  type: "upload",
  title: "上传文件",
  description: "请用户选择文件并上传；没有选择就停止后面的动作。",
  props: object({
    biz: { ...biz, description: "上传用途，也是存放的目录；缺省 upload" },
    accept: described(text, "选择时显示哪些文件，例如 image/*"),
    multiple: described(flag, "可以选几个"),
  }),
  load: "eager",
  examples: [
    { type: "upload", biz: "upload", multiple: true },
    { type: "upload", accept: ".pdf,.docx" },
  ],
});
