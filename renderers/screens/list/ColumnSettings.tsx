import HolderOutlined from "@ant-design/icons/HolderOutlined";
import VerticalLeftOutlined from "@ant-design/icons/VerticalLeftOutlined";
import VerticalRightOutlined from "@ant-design/icons/VerticalRightOutlined";
import { Button, Checkbox, Popover } from "antd";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import type { ColumnPlan } from "../../../runtime/compile/plan.ts";
import { words } from "../../../runtime/format/words.ts";
import { FocusInside } from "../../layouts/FocusInside.tsx";
import { PopupAnchor } from "../../layouts/PopupAnchor.tsx";
import { messages } from "../../messages.ts";
import { type ColumnChoice, clampWidth, documentColumns } from "../../table/arrange-columns.ts";
import "./column-settings.css";

export interface ColumnSettingsProps {
  readonly anchor: HTMLElement;
  /** Arranged as the person wants them, hidden ones included. */
  readonly columns: readonly ColumnPlan[];
  readonly choice: ColumnChoice;
  /** The choice makes a difference to the columns of the document. */
  readonly isArranged: boolean;
  onChange(choice: ColumnChoice): void;
  onClose(): void;
}

/** Pixels per press of an arrow key. */
const widthStep = 10;

/** Which columns show, in what order, how wide and on which side they stay. The last one cannot be switched off. */
export function ColumnSettings({ anchor, columns, choice, isArranged, onChange, onClose }: ColumnSettingsProps) {
  const panel = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | undefined>(undefined);
  const names = columns.map((column) => column.name);
  const isHidden = (name: string) => choice.hidden.includes(name);
  const shownCount = names.filter((name) => !isHidden(name)).length;
  const toggle = (name: string) =>
    onChange({
      ...choice,
      hidden: isHidden(name) ? choice.hidden.filter((each) => each !== name) : [...choice.hidden, name],
    });
  const move = (name: string, to: number) => {
    const order = names.filter((each) => each !== name);
    const at = Math.max(0, Math.min(order.length, to));
    if (names[at] !== name) onChange({ ...choice, order: [...order.slice(0, at), name, ...order.slice(at)] });
  };
  const pin = (column: ColumnPlan, side: "left" | "right") => {
    const { [column.name]: own, ...others } = choice.pins;
    const isOff = column.fixed === side;
    // A pin that is taken off again leaves the column as the document has it.
    const pins = isOff && own !== undefined ? others : { ...others, [column.name]: isOff ? ("none" as const) : side };
    onChange({ ...choice, pins });
  };
  const keys = (event: KeyboardEvent, column: ColumnPlan) => {
    const at = names.indexOf(column.name);
    const widen = (by: number) =>
      onChange({ ...choice, widths: { ...choice.widths, [column.name]: clampWidth(column.width + by) } });
    const steps: Readonly<Record<string, () => void>> = {
      ArrowUp: () => move(column.name, at - 1),
      ArrowDown: () => move(column.name, at + 1),
      ArrowLeft: () => widen(-widthStep),
      ArrowRight: () => widen(widthStep),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  const drag = (event: PointerEvent) => {
    if (dragged === undefined) return;
    const items = [...(list.current?.children ?? [])];
    const at = items.findIndex((item) => event.clientY < item.getBoundingClientRect().bottom);
    move(dragged, at < 0 ? items.length - 1 : at);
  };
  const content = (
    <div ref={panel} className="sc-columns" role="dialog" aria-label={messages.list.columns} tabIndex={-1}>
      <FocusInside within={panel} focus={undefined} onOpened={undefined} />
      <ul ref={list} onPointerMove={drag} onPointerUp={() => setDragged(undefined)}>
        {columns.map((column) => (
          <li key={column.name} className={dragged === column.name ? "sc-columns-dragged" : undefined}>
            <button
              type="button"
              className="sc-columns-handle"
              aria-label={messages.list.columnMove(column.title)}
              title={messages.list.columnMoveHint}
              onKeyDown={(event) => keys(event, column)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture?.(event.pointerId);
                setDragged(column.name);
              }}
            >
              <HolderOutlined aria-hidden="true" />
            </button>
            <Checkbox
              className="sc-grow"
              checked={!isHidden(column.name)}
              disabled={!isHidden(column.name) && shownCount === 1}
              onChange={() => toggle(column.name)}
            >
              {column.title}
            </Checkbox>
            <PinButton column={column} side="left" onPress={() => pin(column, "left")} />
            <PinButton column={column} side="right" onPress={() => pin(column, "right")} />
          </li>
        ))}
      </ul>
      <Button type="link" disabled={!isArranged} onClick={() => onChange(documentColumns)}>
        {messages.list.columnsReset}
      </Button>
    </div>
  );
  return (
    <Popover
      open
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={content}
      styles={{ container: { padding: 4 } }}
      onOpenChange={onClose}
    >
      <PopupAnchor element={anchor} />
    </Popover>
  );
}

interface PinButtonProps {
  readonly column: ColumnPlan;
  readonly side: "left" | "right";
  onPress(): void;
}

function PinButton({ column, side, onPress }: PinButtonProps) {
  const Icon = side === "left" ? VerticalRightOutlined : VerticalLeftOutlined;
  const label = messages.list.columnPin[side];
  return (
    <Button
      type="text"
      size="small"
      className="sc-columns-pin"
      icon={<Icon aria-hidden="true" />}
      aria-label={label + words.colon + column.title}
      aria-pressed={column.fixed === side}
      title={label}
      onClick={onPress}
    />
  );
}
