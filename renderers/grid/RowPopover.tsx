import { Popover } from "antd";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import { SubRows } from "../detail/SubRows.tsx";
import { PopupAnchor } from "../layouts/PopupAnchor.tsx";
import type { GridParts } from "./grid-parts.ts";
import type { OpenPopover } from "./use-sub-popover.ts";

interface RowPopoverProps {
  readonly parts: GridParts;
  readonly table: SubTablePlan;
  readonly open: OpenPopover;
  onClose(): void;
}

/** The rows that belong to one row of the table, to read (TBL-11). */
export function RowPopover({ parts, table, open, onClose }: RowPopoverProps) {
  const { services, dictionaries, cells, model } = parts;
  return (
    <Popover
      key={open.id}
      open
      trigger="click"
      placement="bottomLeft"
      title={table.title}
      styles={{ root: { maxWidth: "min(720px, 92vw)" }, content: { minWidth: 320 } }}
      content={
        <SubRows
          table={table}
          row={model.store.row(open.id) ?? {}}
          services={services}
          dictionaries={dictionaries}
          cells={cells}
        />
      }
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <PopupAnchor element={open.anchor} />
    </Popover>
  );
}
