import { defineAction } from "../../../runtime/registry/define.ts";
import { described, json, mapOf, object } from "../../../runtime/schema/fragments/build.ts";

export const setQueryAction = defineAction({
  type: "setQuery",
  title: "写查询",
  description: "写查询条件并重新查询。",
  props: object({ values: described(mapOf(json), "查询项 → 值") }, ["values"]),
  load: "eager",
  examples: [{ type: "setQuery", values: { status: "0" } }],
});
