import type { CellText } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { longWord } from "../../../runtime/registry/sample.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const iconText: CellText = (value) => String(value);

export const iconCell = defineCell({
  type: "icon",
  title: "图标",
  description: "图标名画成图标。",
  width: 64,
  props: object({}),
  accepts: ["string"],
  format: iconText,
  load: "inline",
  sample: { value: "HomeOutlined", long: longWord, unknown: "NoSuchOutlined" },
  examples: [{ type: "icon" }],
});
