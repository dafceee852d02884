import type { QueryItemPlan } from "../../runtime/compile/plan.ts";
import { registeredRenderer, registeredTypes } from "../../runtime/registry/registry.ts";
import { ControlFrame } from "../editors/ControlFrame.tsx";
import { BrokenMark } from "../layouts/BrokenMark.tsx";
import { componentOf } from "../registered-components.ts";
import type { FilterProps } from "./filter-props.ts";
import "./index.gen.ts";

/** The control of one query item. */
export function FilterControl(props: FilterProps) {
  const { item } = props;
  if (item.editor.kind === "broken") return <BrokenMark part={item.editor} />;
  const type = filterOf(item, item.editor);
  const Control = componentOf<FilterProps>("filter", type);
  if (!Control) return null;
  return (
    <ControlFrame slot="filter" type={type}>
      <Control {...props} />
    </ControlFrame>
  );
}

/** The filter that answers for the item's editor; without one, what the field holds decides. */
function filterOf(
  { dict, field }: QueryItemPlan,
  { type, props }: Extract<QueryItemPlan["editor"], { kind: "editor" }>,
) {
  if (props.type === "range" && !props.of) return "number-range";
  const own = registeredTypes("filter").find((each) => registeredRenderer("filter", each)?.editors?.includes(type));
  if (own !== undefined) return own;
  if (dict?.kind === "model") return "record";
  return dict || type === "select" || field.type === "boolean" ? "dict" : "text";
}
