import ColumnHeightOutlined from "@ant-design/icons/ColumnHeightOutlined";
import ReloadOutlined from "@ant-design/icons/ReloadOutlined";
import SettingOutlined from "@ant-design/icons/SettingOutlined";
import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { type MouseEvent, useState } from "react";
import type { ButtonPlan, ColumnPlan, RowLayout, TablePlan } from "../../../runtime/compile/plan.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { mayAsk } from "../../../runtime/react/field-rights.ts";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import type { ListActions } from "../../../runtime/react/list-actions.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import { partMarks } from "../../../runtime/react/part-marks.ts";
import { ActionMenu } from "../../layouts/ActionMenu.tsx";
import { IconButton } from "../../layouts/IconButton.tsx";
import { iconOf } from "../../layouts/icons.tsx";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";
import { messages } from "../../messages.ts";
import { SuperQueryButton } from "../../super-query/SuperQueryButton.tsx";
import type { ColumnChoice } from "../../table/column-choice.ts";
import type { Density } from "../../table/table-layout.ts";
import { ExportButton } from "./ExportButton.tsx";

/** Comes with the first press. */
const ColumnSettings = lazyPart(() =>
  import("../../table/ColumnSettings.tsx").then((module) => ({ default: module.ColumnSettings })),
);

/** Comes with the first list whose rows can be grouped. */
const GroupButton = lazyPart(() => import("./GroupButton.tsx").then((module) => ({ default: module.GroupButton })));

/** Comes with the first list whose rows are drawn in more than one way. */
const LayoutButtons = lazyPart(() =>
  import("./LayoutButtons.tsx").then((module) => ({ default: module.LayoutButtons })),
);

type MenuKind = "density" | "columns";

interface ToolbarProps {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly dictionaries: DictionaryCache;
  /** Columns that this person may see, as they arranged them; the settings offer no other. */
  readonly columns: readonly ColumnPlan[];
  /** The choice makes a difference to the columns of the document. */
  readonly isArranged: boolean;
  /** What the rows may look like; a single one is no choice. */
  readonly layouts: readonly RowLayout[];
  /** What they look like now. */
  readonly as: RowLayout;
  readonly density: Density;
  readonly choice: ColumnChoice;
  onAs(as: RowLayout): void;
  onDensity(density: Density): void;
  onChoice(choice: ColumnChoice): void;
}

/** Left: what changes data. Right: what changes the view. Buttons for selected rows stand in the selection bar. */
export const Toolbar = observer(function Toolbar({
  store,
  actions,
  dictionaries,
  columns,
  isArranged,
  layouts,
  as,
  density,
  choice,
  onAs,
  onDensity,
  onChoice,
}: ToolbarProps) {
  const [menu, setMenu] = useState<{ kind: MenuKind; anchor: HTMLElement } | undefined>(undefined);
  // One chosen row opens no selection bar: what works on it stands here and waits for it.
  const isSingle = store.plan.table.selection === "single";
  const buttons = actions.shown(store.plan.toolbar).filter((button) => isSingle || !isForSelection(button));
  const { plan, services } = store;
  const groupFields = plan.table.groups.flatMap((name) => plan.model.fields.get(name) ?? []);
  const offered = groupFields.filter((field) => mayAsk(services, plan.model, field));
  const toggle = (kind: MenuKind) => (event: MouseEvent<HTMLElement>) =>
    setMenu(menu ? undefined : { kind, anchor: event.currentTarget });
  return (
    <div className="sc-toolbar sc-bar sc-line sc-wrap sc-still sc-unprinted">
      {buttons.map((button) =>
        button.preset === "export" ? (
          <ExportButton key={button.key} store={store} actions={actions} button={button} />
        ) : (
          <ToolbarButton key={button.key} store={store} actions={actions} button={button} />
        ),
      )}
      {store.plan.query.advanced ? (
        <>
          {buttons.length > 0 ? <span className="sc-toolbar-line" /> : null}
          <SuperQueryButton
            store={store}
            dictionaries={dictionaries}
            columns={columns.map((column) => column.name).filter((name) => !choice.hidden.includes(name))}
            onColumns={(shown) => onChoice({ ...choice, hidden: hiddenBut(columns, shown) })}
          />
        </>
      ) : null}
      <span className="sc-grow" />
      <IconButton
        label={messages.list.refresh}
        icon={<ReloadOutlined aria-hidden="true" />}
        onClick={() => void store.reload()}
      />
      {layouts.length === 1 ? null : (
        <LazyBoundary fallback={null}>
          <LayoutButtons layouts={layouts} as={as} onAs={onAs} />
        </LazyBoundary>
      )}
      {as !== "table" ? null : (
        <IconButton
          label={messages.list.density}
          icon={<ColumnHeightOutlined aria-hidden="true" />}
          onClick={toggle("density")}
        />
      )}
      {offered.length > 0 && as === "table" ? (
        <LazyBoundary fallback={null}>
          <GroupButton store={store} fields={offered} />
        </LazyBoundary>
      ) : null}
      {store.plan.table.columnSettings && as !== "calendar" ? (
        <IconButton
          label={messages.list.columns}
          icon={<SettingOutlined aria-hidden="true" />}
          onClick={toggle("columns")}
        />
      ) : null}
      {menu?.kind === "density" ? (
        <ActionMenu
          anchor={menu.anchor}
          label={messages.list.density}
          entries={(["large", "middle", "small"] as const).map((key) => ({
            key,
            label: messages.list.densities[key],
            checked: key === density,
          }))}
          onChoose={(key) => onDensity(key as Density)}
          onClose={() => setMenu(undefined)}
        />
      ) : null}
      {menu?.kind === "columns" ? (
        <LazyBoundary fallback={<ProgressBar />}>
          <ColumnSettings
            anchor={menu.anchor}
            columns={columns}
            choice={choice}
            isArranged={isArranged}
            onChange={onChoice}
            onClose={() => setMenu(undefined)}
          />
        </LazyBoundary>
      ) : null}
    </div>
  );
});

/** The columns to hide so that only these show; names that the list does not have are left alone. */
export function hiddenBut(columns: readonly ColumnPlan[], shown: readonly string[]): readonly string[] {
  return columns.map((column) => column.name).filter((name) => !shown.includes(name));
}

/** Buttons that work on selected rows: batch deletion, and own buttons whose condition asks for a selection. */
export function isForSelection(button: ButtonPlan): boolean {
  if (button.preset === "deleteBatch") return true;
  if (button.kind === "transition") return true;
  return button.kind === "own" && typeof button.disabled !== "boolean" && button.disabled.source.includes("selection");
}

/** Rows are chosen for something: a person who may neither change nor export several of them has no boxes to tick. */
export function selectionOf({ plan }: ListStore, actions: ListActions): TablePlan["selection"] {
  const { selection } = plan.table;
  if (selection !== "multiple") return selection;
  const takesSeveral = (button: ButtonPlan) => button.preset === "export" || isForSelection(button);
  return actions.shown(plan.toolbar).some(takesSeveral) ? selection : "none";
}

interface ToolbarButtonProps {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly button: ButtonPlan;
}

const ToolbarButton = observer(function ToolbarButton({ store, actions, button }: ToolbarButtonProps) {
  return (
    <Button
      {...partMarks(button)}
      type={button.preset === "add" ? "primary" : "default"}
      danger={button.danger}
      icon={iconOf(button.icon)}
      disabled={actions.isDisabled(button)}
      loading={store.busy.has(button.key)}
      onClick={() => void actions.press(button)}
    >
      {button.label}
    </Button>
  );
});
