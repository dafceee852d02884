import CompressOutlined from "@ant-design/icons/CompressOutlined";
import ExpandOutlined from "@ant-design/icons/ExpandOutlined";
import { useMemo, useState } from "react";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import { SubRows } from "../detail/SubRows.tsx";
import { IconButton } from "../layouts/IconButton.tsx";
import { ModalDialog } from "../layouts/ModalDialog.tsx";
import { messages } from "../messages.ts";
import { GridCard } from "./GridCards.tsx";
import { useModelVersion } from "./GridToolbar.tsx";
import { gridMessages } from "./grid-messages.ts";
import { cellId, type GridParts } from "./grid-parts.ts";

/** Pixels (specification, widgets §2). */
const width = 1200;

interface RowDetailsProps {
  readonly parts: GridParts;
  readonly id: string;
  /** Rows that belong to the row, below its fields. */
  readonly table: SubTablePlan | undefined;
  readonly dictVersion: number;
  onClose(): void;
}

/** One row of the table with all its fields in a window (TBL-13): what is changed here is changed in the table. */
export function RowDetails({ parts: own, id, table, dictVersion, onClose }: RowDetailsProps) {
  const parts = useMemo(() => partsInside(own), [own]);
  const { model, services, dictionaries, cells } = parts;
  useModelVersion(parts);
  const [isFull, setFull] = useState(false);
  // Tab and Enter lead over the end of a row, and the window goes with them.
  const shown = model.active?.id ?? id;
  const row = model.store.row(shown);
  if (!row) return null;
  return (
    <ModalDialog
      width={width}
      covers={isFull ? "full" : undefined}
      title={gridMessages.details}
      focus=".sc-grid-value:not(:disabled)"
      tools={
        <IconButton
          label={isFull ? messages.form.exitFullscreen : messages.form.fullscreen}
          icon={isFull ? <CompressOutlined aria-hidden="true" /> : <ExpandOutlined aria-hidden="true" />}
          onClick={() => setFull(!isFull)}
        />
      }
      onClose={onClose}
    >
      <ul className="sc-grid-cards sc-boxes">
        <GridCard
          parts={parts}
          id={shown}
          index={model.order.indexOf(shown)}
          columns={model.allColumns}
          isSingle
          fieldWidth={260}
          dictVersion={dictVersion}
        />
      </ul>
      {table && !model.store.isInserted(shown) ? (
        <>
          <h4>{table.title}</h4>
          <SubRows key={shown} table={table} row={row} services={services} dictionaries={dictionaries} cells={cells} />
        </>
      ) : null}
    </ModalDialog>
  );
}

/** Fields of the window have ids of their own, and the focus stays in it when an editor closes. */
function partsInside(parts: GridParts): GridParts {
  const { model } = parts;
  const inside: GridParts = {
    ...parts,
    id: `${parts.id}-details`,
    isOnItsWay: () => false,
    focus: () =>
      requestAnimationFrame(() => {
        const { active } = model;
        if (active && !active.isEditing) document.getElementById(cellId(inside, active.id, active.key))?.focus();
      }),
  };
  return inside;
}
