import { observer } from "mobx-react-lite";
import type { FieldItemPlan } from "../../runtime/compile/view-plan.ts";
import { CellView } from "../cells/CellView.tsx";
import { messages } from "../messages.ts";
import { useFormScope } from "./form-context.ts";

interface ReadOnlyValueProps {
  readonly id: string;
  readonly item: FieldItemPlan;
  readonly value: unknown;
}

/** A value that is not typed here: grey ground, no border, where it comes from at the right. */
export const ReadOnlyValue = observer(function ReadOnlyValue({ id, item, value }: ReadOnlyValueProps) {
  const { cells, opened, dictionaries } = useFormScope();
  void dictionaries.version;
  const words = value === opened[item.name] ? opened[`${item.name}_dictText`] : undefined;
  const origin = item.origin ? messages.form.origin[item.origin] : "";
  return (
    <output id={id} className="sc-readonly sc-line sc-ends">
      <span className="sc-cut sc-num">
        <CellView
          subject={item}
          plan={item.cell}
          row={{ [item.name]: value, ...(words === undefined ? {} : { [`${item.name}_dictText`]: words }) }}
          context={cells}
        />
      </span>
      {origin ? <span className="sc-readonly-origin sc-hint">{origin}</span> : null}
    </output>
  );
});
