import { defineEditor } from "../../../runtime/registry/define.ts";
import { samplePicture } from "../../../runtime/registry/sample.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";
import { uploadTarget } from "../../../runtime/schema/fragments/upload-target.ts";

export const imageEditor = defineEditor({
  type: "image",
  title: "表格里的图片",
  description: "可编辑表格中的图片列。",
  props: object({ ...uploadTarget, count: described(count, "最多几张") }),
  accepts: ["string", "text"],
  component: "renderers/editors/image/ImageCellEditor.tsx",
  sample: { value: samplePicture.path, long: samplePicture.path },
  examples: [
    { type: "image", count: 1 },
    { type: "image", action: "/erp/attachment/upload", responseName: "path" },
  ],
});
