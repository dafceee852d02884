import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import DownloadOutlined from "@ant-design/icons/DownloadOutlined";
import MoreOutlined from "@ant-design/icons/MoreOutlined";
import PlusOutlined from "@ant-design/icons/PlusOutlined";
import UploadOutlined from "@ant-design/icons/UploadOutlined";
import { Button } from "antd";
import { memo, type ReactNode, useState, useSyncExternalStore } from "react";
import { words } from "../../runtime/format/words.ts";
import { GridMenu, type MenuPlace } from "./GridMenu.tsx";
import { gridMessages } from "./grid-messages.ts";
import type { GridParts } from "./grid-parts.ts";
import { removeRows } from "./remove-rows.ts";

interface GridToolbarProps {
  readonly parts: GridParts;
  readonly title: string | undefined;
  readonly extra?: ReactNode;
  /** Opens the import of a spreadsheet. */
  readonly onImport?: (() => void) | undefined;
  /** Writes the shown rows into a spreadsheet. */
  readonly onExport?: (() => void) | undefined;
  /** After all other buttons. */
  readonly save?: ReactNode;
  /** At the right: what changes the view. */
  readonly tools?: ReactNode;
  /** Rows stand as cards, which have their own buttons. */
  readonly isCards?: boolean;
  onAdded(id: string): void;
  /** @param step 1 = the next wrong cell, -1 = the one before */
  onFindWrong(step: 1 | -1): void;
}

/** At the left what changes the rows; at the right how many there are, what is still wrong and how they are shown. */
export const GridToolbar = memo(function GridToolbar({
  parts,
  title,
  extra,
  save,
  tools,
  onImport,
  onExport,
  isCards = false,
  onAdded,
  onFindWrong,
}: GridToolbarProps) {
  const { model, services, selection } = parts;
  useModelFacts(parts, drawnOf);
  const { limits } = model;
  const errorCount = model.findings.count;
  const chosenCount = model.selected.size;
  const [menu, setMenu] = useState<MenuPlace | undefined>(undefined);

  const add = () => {
    const id = model.addRow();
    if (id !== undefined) onAdded(id);
  };
  const more = onExport
    ? [{ key: "export", label: gridMessages.exportRows, icon: <DownloadOutlined aria-hidden="true" />, run: onExport }]
    : [];
  return (
    <div className="sc-grid-bar sc-bar sc-line sc-unprinted">
      {title ? <h4>{title}</h4> : null}
      {model.offersAdd ? (
        <Button
          type={save ? "default" : "primary"}
          icon={<PlusOutlined aria-hidden="true" />}
          disabled={!model.canAdd}
          onClick={add}
        >
          {limits.addLabel ?? gridMessages.addRow}
        </Button>
      ) : null}
      {extra}
      {model.canRemove && selection !== "none" && !isCards ? (
        <Button
          icon={<DeleteOutlined aria-hidden="true" />}
          title={chosenCount === 0 ? gridMessages.selectFirst : undefined}
          onClick={() => {
            if (chosenCount === 0) services.notify("warning", gridMessages.selectFirst);
            else void removeRows(parts, [...model.selected]);
          }}
        >
          {gridMessages.removeRows(chosenCount, limits.removeLabel)}
        </Button>
      ) : null}
      {onImport && model.canAdd && !isCards ? (
        <Button icon={<UploadOutlined aria-hidden="true" />} onClick={onImport}>
          {gridMessages.importRows}
        </Button>
      ) : null}
      {(model.offersAdd || onExport) && !isCards ? (
        <Button
          icon={<MoreOutlined aria-hidden="true" />}
          aria-label={gridMessages.more}
          aria-haspopup="menu"
          aria-expanded={menu !== undefined}
          title={gridMessages.more}
          onClick={(event) => setMenu(menu ? undefined : { anchor: event.currentTarget, ids: model.targetRows() })}
        />
      ) : null}
      {menu ? (
        <GridMenu parts={parts} place={menu} isOfCell={false} more={more} onClose={() => setMenu(undefined)} />
      ) : null}
      {save}
      <span className="sc-grow" />
      <span className="sc-grid-count sc-num" aria-live="polite">
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
      {tools}
    </div>
  );
});

/** Everything that the toolbar draws: a press that opens a cell must not wait for buttons that stay as they are. */
const drawnOf = ({ store, findings, selected, offersAdd, canAdd, canRemove, limits }: GridParts["model"]): string =>
  [store.size, findings.count, selected.size, offersAdd, canAdd, canRemove, limits.addLabel, limits.removeLabel].join();

/** Draws again when what is read of the table is another. */
function useModelFacts<Facts extends string | number>(
  { model }: Pick<GridParts, "model">,
  read: (model: GridParts["model"]) => Facts,
): Facts {
  return useSyncExternalStore(
    (listener) => model.onChange(listener),
    () => read(model),
  );
}

/** Draws again whenever something about the table as a whole changes. */
export const useModelVersion = (parts: Pick<GridParts, "model">): number => useModelFacts(parts, versionOf);

const versionOf = ({ version }: GridParts["model"]): number => version;
