import DownOutlined from "@ant-design/icons/DownOutlined";
import { Button, Space } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { ButtonPlan } from "../../../runtime/compile/plan.ts";
import { type ExportFormat, exportFormats } from "../../../runtime/react/export-formats.ts";
import type { ListActions } from "../../../runtime/react/list-actions.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import { partMarks } from "../../../runtime/react/part-marks.ts";
import { ActionMenu } from "../../layouts/ActionMenu.tsx";
import { iconOf } from "../../layouts/icons.tsx";
import { messages } from "../../messages.ts";

interface ExportButtonProps {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly button: ButtonPlan;
}

/** Exports as the first format (.xlsx) in one press; the arrow beside it offers the other formats and their limits. */
export const ExportButton = observer(function ExportButton({ store, actions, button }: ExportButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | undefined>(undefined);
  const isBusy = store.busy.has(button.key);
  const isDisabled = actions.isDisabled(button);
  const formats = exportFormats(store, button);
  const ask = actions.openExport;
  return (
    <Space.Compact>
      <Button
        {...partMarks(button)}
        icon={iconOf(button.icon)}
        disabled={isDisabled}
        loading={isBusy}
        aria-busy={isBusy}
        onClick={() => void actions.press(button)}
      >
        {button.label}
      </Button>
      {formats.length > 1 ? (
        <Button
          icon={<DownOutlined aria-hidden="true" />}
          aria-label={messages.list.exportFormat}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          disabled={isDisabled || isBusy}
          onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
        />
      ) : null}
      {anchor ? (
        <ActionMenu
          anchor={anchor}
          label={messages.list.exportFormat}
          entries={[
            ...formats.map((key) => ({ key, label: messages.list.exportFormats[key] })),
            ...(ask ? [{ key: "choose", label: messages.list.exportChoice }] : []),
          ]}
          onChoose={(key) => (key === "choose" ? ask?.(button) : void actions.exportAs(button, key as ExportFormat))}
          onClose={() => setAnchor(undefined)}
        />
      ) : null}
    </Space.Compact>
  );
});
