import { defineEditor } from "../../../runtime/registry/define.ts";
import { samplePicture } from "../../../runtime/registry/sample.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";
import { biz } from "../../../runtime/schema/fragments/upload-target.ts";

export const imageUploadEditor = defineEditor({
  type: "image-upload",
  title: "上传图片",
  description: "上传图片，存为逗号分隔的路径。",
  props: object({ biz, count: described(count, "最多几张；缺省 1") }),
  accepts: ["string", "text"],
  sample: { value: samplePicture.path, long: samplePicture.path },
  examples: [{ type: "image-upload", biz: "order", count: 5 }],
});
