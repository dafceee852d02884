import { type CellText, fileNames } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { samplePicture } from "../../../runtime/registry/sample.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const imageText: CellText = fileNames;

export const imageCell = defineCell({
  type: "image",
  title: "图片",
  description: "缩略图，点击放大；多张用逗号分隔。",
  width: 96,
  props: object({}),
  accepts: ["string", "text"],
  format: imageText,
  load: "eager",
  sample: {
    value: samplePicture.path,
    long: [samplePicture.path, samplePicture.path, samplePicture.path, samplePicture.path].join(","),
  },
  examples: [{ type: "image" }],
});
