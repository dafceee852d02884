import ColumnHeightOutlined from "@ant-design/icons/ColumnHeightOutlined";
import CompressOutlined from "@ant-design/icons/CompressOutlined";
import ExpandOutlined from "@ant-design/icons/ExpandOutlined";
import SettingOutlined from "@ant-design/icons/SettingOutlined";
import { type MouseEvent, useState } from "react";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { ActionMenu } from "../layouts/ActionMenu.tsx";
import { IconButton } from "../layouts/IconButton.tsx";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../layouts/ProgressBar.tsx";
import { messages } from "../messages.ts";
import type { Density } from "../table/table-layout.ts";
import { isArranged, useTableModel } from "../table/table-model.ts";
import type { TableSettings } from "../table/use-table-settings.ts";
import { gridMessages } from "./grid-messages.ts";

/** Comes with the first press. */
const ColumnSettings = lazyPart(() =>
  import("../table/ColumnSettings.tsx").then((module) => ({ default: module.ColumnSettings })),
);

/** How a person wants this table, and what changes it. */
export interface GridSettings {
  readonly settings: TableSettings;
  readonly change: (next: Partial<TableSettings>) => void;
}

/** Columns of an editable table scroll away at the right only. */
const sides = ["left"] as const;

interface GridToolsProps extends GridSettings {
  readonly columns: readonly GridColumnPlan[];
  readonly isFull: boolean;
  onFull(isFull: boolean): void;
}

/** What changes the view: how dense rows are, which columns show, the table alone on the screen. */
export function GridTools({ columns, settings, change, isFull, onFull }: GridToolsProps) {
  const table = useTableModel({ columns, choice: settings });
  const [menu, setMenu] = useState<{ kind: "density" | "columns"; anchor: HTMLElement } | undefined>(undefined);
  const toggle = (kind: "density" | "columns") => (event: MouseEvent<HTMLElement>) =>
    setMenu(menu ? undefined : { kind, anchor: event.currentTarget });
  const close = () => setMenu(undefined);
  return (
    <>
      <IconButton
        label={messages.list.density}
        icon={<ColumnHeightOutlined aria-hidden="true" />}
        onClick={toggle("density")}
      />
      <IconButton
        label={messages.list.columns}
        icon={<SettingOutlined aria-hidden="true" />}
        onClick={toggle("columns")}
      />
      <IconButton
        label={isFull ? gridMessages.restore : gridMessages.maximise}
        icon={isFull ? <CompressOutlined aria-hidden="true" /> : <ExpandOutlined aria-hidden="true" />}
        onClick={() => onFull(!isFull)}
      />
      {menu?.kind === "density" ? (
        <ActionMenu
          anchor={menu.anchor}
          label={messages.list.density}
          entries={(["large", "middle", "small"] as const).map((key) => ({
            key,
            label: messages.list.densities[key],
            checked: key === settings.density,
          }))}
          onChoose={(key) => change({ density: key as Density })}
          onClose={close}
        />
      ) : null}
      {menu?.kind === "columns" ? (
        <LazyBoundary fallback={<ProgressBar />}>
          <ColumnSettings
            anchor={menu.anchor}
            columns={table.all}
            choice={settings}
            isArranged={isArranged(columns, table)}
            sides={sides}
            onChange={change}
            onClose={close}
          />
        </LazyBoundary>
      ) : null}
    </>
  );
}
