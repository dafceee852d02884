import InfoCircleFilled from "@ant-design/icons/InfoCircleFilled";
import { Button } from "antd";
import { observer } from "mobx-react-lite";
import type { ButtonPlan } from "../../../runtime/compile/plan.ts";
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
  const { selected, plan, isAllMatching, selectedCount } = store;
  // A single row is chosen to see what belongs to it; its own line has its buttons.
  if (selected.size === 0 || plan.table.selection !== "multiple") return null;
  // An own button gets the rows themselves; those of pages never seen are not here.
  const canRun = (button: ButtonPlan) => isForSelection(button) && !(isAllMatching && button.kind === "own");
  const canTakeAll = plan.table.selection === "multiple" && !isAllMatching && store.isPageSelected;

  const rows = [...selected.values()];
  const summed = plan.table.columns.find(
    (column) => column.field.type === "money" && plan.table.totals.includes(column.name),
  );
  const sum = summed && (isAllMatching ? store.totals?.[summed.name] : pageSum(rows, summed.name));
  return (
    <div className="sc-selection sc-line sc-still sc-num sc-unprinted" role="status">
      <InfoCircleFilled aria-hidden="true" className="sc-selection-mark" />
      <span>
        {isAllMatching
          ? messages.list.selectedMatching(formatNumber(selectedCount, 0))
          : messages.list.selected(selected.size)}
        {summed ? messages.list.sumOf(summed.title) : ""}
        {summed ? <b>¥{formatNumber(sum, 2)}</b> : null}
      </span>
      {canTakeAll && store.total > selected.size ? (
        <Button type="link" size="small" onClick={() => store.selectMatching()}>
          {messages.list.selectMatching(formatNumber(store.total, 0))}
        </Button>
      ) : null}
      {actions
        .shown(plan.toolbar)
        .filter(canRun)
        .map((button) => (
          <Button
            key={button.key}
            type="link"
            size="small"
            danger={button.danger}
            disabled={actions.isDisabled(button) || store.busy.has(button.key)}
            onClick={() => void actions.press(button)}
          >
            {button.label}
          </Button>
        ))}
      <span className="sc-grow" />
      <Button type="link" size="small" onClick={() => store.clearSelection()}>
        {messages.list.clearSelection}
      </Button>
    </div>
  );
});
