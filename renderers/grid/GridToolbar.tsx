import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import PlusOutlined from "@ant-design/icons/PlusOutlined";
import { Button } from "antd";
import { memo, type ReactNode, useSyncExternalStore } from "react";
import { words } from "../../runtime/format/words.ts";
import { gridMessages } from "./grid-messages.ts";
import type { GridParts } from "./grid-parts.ts";

interface GridToolbarProps {
  readonly parts: GridParts;
  readonly title: string | undefined;
  readonly extra?: ReactNode;
  /** After all other buttons. */
  readonly save?: ReactNode;
  onAdded(id: string): void;
  /** @param step 1 = the next wrong cell, -1 = the one before */
  onFindWrong(step: 1 | -1): void;
}

/** 新增一行, 删除 n 行, and at the right how many rows there are and what is still wrong. */
export const GridToolbar = memo(function GridToolbar({
  parts,
  title,
  extra,
  save,
  onAdded,
  onFindWrong,
}: GridToolbarProps) {
  const { model, services, selection } = parts;
  useModelVersion(parts);
  const { errorCount, limits } = model;
  const chosen = [...model.selected];

  const add = () => {
    const id = model.addRow();
    if (id !== undefined) onAdded(id);
  };
  return (
    <div className="sc-grid-bar">
      {title ? <h4>{title}</h4> : null}
      {model.offersAdd ? (
        <Button icon={<PlusOutlined aria-hidden="true" />} disabled={!model.canAdd} onClick={add}>
          {limits.addLabel ?? gridMessages.addRow}
        </Button>
      ) : null}
      {extra}
      {model.canRemove && selection !== "none" ? (
        <Button
          icon={<DeleteOutlined aria-hidden="true" />}
          title={chosen.length === 0 ? gridMessages.selectFirst : undefined}
          onClick={() => {
            if (chosen.length === 0) services.notify("warning", gridMessages.selectFirst);
            else void removeRows(parts, chosen);
          }}
        >
          {gridMessages.removeRows(chosen.length, limits.removeLabel)}
        </Button>
      ) : null}
      {save}
      <span className="sc-grow" />
      <span className="sc-grid-count" aria-live="polite">
        {gridMessages.rows(model.store.size)}
        {errorCount > 0 ? words.comma + gridMessages.wrong(errorCount) : null}
      </span>
      {errorCount > 0 ? (
        <>
          <button type="button" className="sc-action" onClick={() => onFindWrong(-1)}>
            {gridMessages.previousWrong}
          </button>
          <button type="button" className="sc-action" onClick={() => onFindWrong(1)}>
            {gridMessages.nextWrong}
          </button>
        </>
      ) : null}
    </div>
  );
});

/** Asks, then takes the rows away. */
export async function removeRows({ model, services }: GridParts, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { removeTitle, removeText, removeRows: label } = gridMessages;
  const isSure = await services.confirm({
    title: removeTitle,
    content: removeText(ids.length),
    danger: true,
    okText: label(ids.length, model.limits.removeLabel),
  });
  if (isSure) model.removeRows(ids);
}

/** Draws again whenever something about the table as a whole changes. */
export function useModelVersion({ model }: GridParts): number {
  return useSyncExternalStore(
    (listener) => model.onChange(listener),
    () => model.version,
  );
}
