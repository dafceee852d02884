import InfoCircleFilled from "@ant-design/icons/InfoCircleFilled";
import { observer } from "mobx-react-lite";
import { formatNumber } from "../../../runtime/format/number.ts";
import type { ListActions } from "../../../runtime/react/list-actions.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import { messages } from "../../messages.ts";
import { pageSum } from "../../table/TableFoot.tsx";
import { isForSelection } from "./Toolbar.tsx";

interface SelectionBarProps {
  readonly store: ListStore;
  readonly actions: ListActions;
}

/** What is selected, its sum, and what can be done with it. There only while something is selected. */
export const SelectionBar = observer(function SelectionBar({ store, actions }: SelectionBarProps) {
  const { selected, plan } = store;
  if (selected.size === 0) return null;
  const rows = [...selected.values()];
  const summed = plan.table.columns.find(
    (column) => column.field.type === "money" && plan.table.totals.includes(column.name),
  );
  return (
    <div className="sc-selection" role="status">
      <InfoCircleFilled aria-hidden="true" className="sc-selection-mark" />
      <span>
        {messages.list.selected(selected.size)}
        {summed ? `，${summed.title}合计 ` : ""}
        {summed ? <b>¥{formatNumber(pageSum(rows, summed.name), 2)}</b> : null}
      </span>
      {actions
        .shown(plan.toolbar)
        .filter(isForSelection)
        .map((button) => (
          <button
            key={button.key}
            type="button"
            className={button.danger ? "sc-action sc-action-danger" : "sc-action"}
            disabled={actions.isDisabled(button) || store.busy.has(button.key)}
            onClick={() => void actions.press(button)}
          >
            {button.label}
          </button>
        ))}
      <span className="sc-grow" />
      <button type="button" className="sc-action" onClick={() => store.clearSelection()}>
        {messages.list.clearSelection}
      </button>
    </div>
  );
});
