import type { CellText } from "../../../runtime/format/cell-text.ts";
import { formatNumber } from "../../../runtime/format/number.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const progressText: CellText = (value) => `${formatNumber(value, 0)}%`;

export const progressCell = defineCell({
  type: "progress",
  title: "进度",
  description: "0 到 100 的进度条。",
  width: 140,
  props: object({}),
  accepts: ["integer", "number", "money", "percent"],
  format: progressText,
  sample: { value: 64, long: 100 },
  examples: [{ type: "progress" }],
});
