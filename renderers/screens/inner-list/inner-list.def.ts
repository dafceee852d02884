import { defineScreen } from "../../../runtime/registry/define.ts";
import { described, list, object, ref } from "../../../runtime/schema/fragments/build.ts";
import { listBody } from "../../../runtime/schema/fragments/screen-parts.ts";

export const innerListScreen = defineScreen({
  type: "inner-list",
  title: "行内展开子表",
  description: "展开一行，在行内显示它的子表。",
  props: object({ ...listBody, details: described(list(ref("detail"), 1), "子表") }, ["model", "details"]),
  examples: [
    {
      schemaVersion: 1,
      kind: "inner-list",
      model: "store/store-order",
      details: [{ kind: "list", relation: "details" }],
    },
  ],
});
